"""Keys, tokens and cookies, so that none is ever written into a cassette.

Told by their issuers' own prefixes and by the words before them, not by randomness: a signature or an
encrypted reasoning blob is random too. Fields that hold such blobs are passed over by their path.
"""

import re
from collections.abc import Iterator
from urllib.parse import unquote_plus

from agentbench.errors import SecretFound, Unreadable
from agentbench.tape.cassettes.body import plain
from agentbench.tape.cassettes.tape import Interaction

# Issuer, and the form of its keys; sources: the issuers' own key pages and GitHub's secret-scanning list, 2026-11.
_KEYS: tuple[tuple[str, str], ...] = (
    ("Anthropic", r"sk-ant-[A-Za-z0-9_-]{16,}"),
    ("OpenRouter", r"sk-or-v1-[A-Za-z0-9]{16,}"),
    ("OpenAI", r"sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{16,}"),
    ("OpenAI, DeepSeek or Moonshot", r"sk-[A-Za-z0-9]{20,}"),
    ("Google", r"AIza[A-Za-z0-9_-]{30,}"),
    ("Google OAuth", r"ya29\.[A-Za-z0-9_-]{16,}"),
    ("AWS", r"(?:AKIA|ASIA)[A-Z0-9]{16}"),
    ("xAI", r"xai-[A-Za-z0-9]{20,}"),
    ("Groq", r"gsk_[A-Za-z0-9]{20,}"),
    ("Hugging Face", r"hf_[A-Za-z0-9]{20,}"),
    ("Perplexity", r"pplx-[A-Za-z0-9]{20,}"),
    ("Replicate", r"r8_[A-Za-z0-9]{20,}"),
    ("Cerebras", r"csk-[A-Za-z0-9]{20,}"),
    ("Fireworks", r"fw_[A-Za-z0-9]{20,}"),
    ("Together", r"tgp_v1_[A-Za-z0-9_-]{20,}"),
    ("NVIDIA", r"nvapi-[A-Za-z0-9_-]{20,}"),
    ("GitHub", r"gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}"),
    ("Slack", r"xox[abprs]-[A-Za-z0-9-]{10,}"),
)
_WORDS: tuple[tuple[str, str], ...] = (
    ("bearer token", r"(?i:bearer)\s+[A-Za-z0-9._~+/=-]{16,}"),
    (
        "key",
        r"(?i:api[-_]?key|access[-_]?token|auth[-_]?token|client[-_]?secret|secret[-_]?access[-_]?key|x-amz-security-token"
        r"|x-goog-api-key|refresh[-_]?token)[\"']?\s*[:=]\s*[\"']?[A-Za-z0-9._~+/=-]{16,}",
    ),
    ("key in a URL", r"[?&](?:key|token|sig|X-Amz-Signature|X-Amz-Credential)=[A-Za-z0-9._~%+/=-]{16,}"),
    ("cookie", r"(?i:set-cookie|cookie)[\"']?\s*[:=]\s*[\"']?[A-Za-z0-9_.-]+=[^\s;\"']{8,}"),
    ("private key", r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
)
_FORMS = tuple(
    (name, re.compile(r"(?<![A-Za-z0-9_-])(?:" + form + ")" if letters else form))
    for letters, forms in ((True, _KEYS), (False, _WORDS))
    for name, form in forms
)
# Fields whose values are random and no secrets: cache keys, encrypted reasoning, thinking signatures.
_PASSED = re.compile(
    r'"(?:prompt_cache_key|encrypted_content|signature|thoughtSignature|thought_signature|encryptedContent|data)"'
    r'\s*:\s*"(?:[^"\\]|\\.)*"'
)


def refuse(interaction: Interaction, where: str) -> None:
    """Raise `SecretFound` where the interaction's URL or bodies hold a secret; the message never shows it."""
    for part, text in _texts(interaction):
        found = secret_in(text)
        if found is not None:
            raise SecretFound(
                f"{where}: the {part} holds what looks like a secret ({found}); nothing was written: remove it "
                "from what is sent, then record again"
            )


def secret_in(text: str) -> str | None:
    """What kind of secret a text holds, or None."""
    kept = _PASSED.sub('""', text)
    return next((name for name, form in _FORMS if form.search(kept)), None)


def _texts(interaction: Interaction) -> Iterator[tuple[str, str]]:
    yield "URL", unquote_plus(interaction.uri or "")
    for part, body in (
        ("request body", interaction.request_body),
        ("response body", interaction.response_body),
    ):
        try:
            yield part, plain(body).decode("utf-8", "replace")
        except Unreadable:
            yield part, body.decode("latin-1")
