"""What a small model had written where the server refused it.

llama.cpp's server answers with status 500 and without the words where a reply looks like a call that its parser does
not accept: a call inside a code fence, or of a tool that is not in the array. The same prompt, completed without that
parser at temperature 0, shows what the choice was. Completed once more, and with another cache: words may differ.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import yaml

from agentbench.harness.local.chat_form import chat_body
from agentbench.harness.settings import LOCAL as SETTINGS
from agentbench.tape import Interaction

Words = Mapping[str, object]
"""`turn`, `step`, and what the model `wrote`."""


def refused_words(interactions: Sequence[Interaction], client: httpx2.Client) -> tuple[Words, ...]:
    """The words behind each status 500 of a session, asked of the server behind the client.

    Prompts that the server cannot render are left out.
    """
    found: list[Words] = []
    for one in interactions:
        if one.status == 500 and (wrote := _wrote(client, one)) is not None:
            place = one.origin or {}
            found.append({"turn": place.get("turn"), "step": place.get("step"), "wrote": wrote})
    return tuple(found)


def _wrote(client: httpx2.Client, one: Interaction) -> str | None:
    body = chat_body(urlsplit(one.uri or "").path, one.request_body)
    rendered = client.post("/apply-template", json=body)
    if rendered.status_code == 500:
        return None
    asked = {"prompt": rendered.json()["prompt"], "n_predict": SETTINGS["max_tokens"], "temperature": 0}
    answer = client.post("/completion", json=asked)
    answer.raise_for_status()
    return str(answer.json()["content"])


HEAD = """\
# What the models had written where llama.cpp's server refused it (status 500), by cassette. The same prompts completed
# once more without its parser of calls: python -m agentbench.harness.local --refused BENCH. Not part of any row.
"""


def keep(path: Path, slug: str, words: Sequence[Words]) -> None:
    """Put a cassette's refused words into the file, in place of what it had there."""
    there = yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else {}
    whole = dict(sorted({**(there or {}), slug: [dict(each) for each in words]}.items()))
    text = yaml.safe_dump(whole, allow_unicode=True, sort_keys=False, width=120)
    path.write_text(HEAD + text, encoding="utf-8")
