"""What a URL's path tells of a request whose body does not: the model, and whether it streams."""

import re
from urllib.parse import unquote

_MODEL = re.compile(r"/(?:models|tunedModels|endpoints)/([^/:]+):|/model/([^/]+)/(?:converse|invoke)")
_STREAMS = ("-stream", ":streamGenerateContent", ":streamRawPredict")


def model_in(path: str) -> str | None:
    """The model that Gemini's, Vertex' and Bedrock's paths name, or None."""
    found = _MODEL.search(unquote(path))
    return (found[1] or found[2]) if found else None


def streams_at(path: str) -> bool:
    """Whether the path asks for a stream."""
    return path.endswith(_STREAMS)
