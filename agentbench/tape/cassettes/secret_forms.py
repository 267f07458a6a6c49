"""What keys, tokens and cookies look like.

Issuers' own prefixes tell most keys; a few issuers give bare random letters, told by length and mixture; the
rest is told by the words before it. Sources: the issuers' key pages, GitHub's list of secret-scanning
patterns; 2026-11.
"""

import re

# A key begins where no word goes on. Base64 is cut by + and /, so short letter-only prefixes must not follow those.
_BEGIN = r"(?<![A-Za-z0-9_-])"
_BEGIN_STRICT = r"(?<![A-Za-z0-9_+/-])"
_END_STRICT = r"(?![A-Za-z0-9_+/=-])"

_PREFIXED = (
    ("Anthropic key", r"sk-ant-[A-Za-z0-9_-]{16,}"),
    ("OpenRouter key", r"sk-or-[A-Za-z0-9_-]{16,}"),
    ("OpenAI key", r"sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{16,}"),
    ("OpenAI, DeepSeek or Moonshot key", r"sk-[A-Za-z0-9]{20,}"),
    ("Google OAuth token", r"ya29\.[A-Za-z0-9_-]{16,}"),
    ("xAI key", r"xai-[A-Za-z0-9]{20,}"),
    ("Groq key", r"gsk_[A-Za-z0-9]{20,}"),
    ("Hugging Face token", r"hf_[A-Za-z0-9]{20,}"),
    ("Perplexity key", r"pplx-[A-Za-z0-9]{20,}"),
    ("Replicate token", r"r8_[A-Za-z0-9]{20,}"),
    ("Cerebras key", r"csk-[A-Za-z0-9]{20,}"),
    ("Fireworks key", r"fw_[A-Za-z0-9]{20,}"),
    ("Together key", r"tgp_v1_[A-Za-z0-9_-]{20,}"),
    ("NVIDIA key", r"nvapi-[A-Za-z0-9_-]{20,}"),
    ("Databricks token", r"dapi[0-9a-f]{32}"),
    ("Vercel key", r"vck_[A-Za-z0-9]{20,}"),
    ("GitHub token", r"gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}"),
    ("Slack token", r"xox[abprs]-[A-Za-z0-9-]{10,}"),
    ("Z.ai key", r"[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9])"),
)
_BARE = (
    ("Google key", r"AIza[A-Za-z0-9_-]{30,}"),
    ("AWS access key", r"(?:AKIA|ASIA)[A-Z0-9]{16}"),
    ("Azure key", r"[A-Za-z0-9]{40,60}JQQJ9[A-Za-z0-9]{10,40}"),
    (
        "bare key (Mistral, Cohere)",
        r"(?=[a-z0-9]*[A-Z])(?=[A-Z0-9]*[a-z])(?=(?:[A-Za-z]*[0-9]){3})(?:[A-Za-z0-9]{32}|[A-Za-z0-9]{40})",
    ),
)
_VALUE = r"(?=[A-Za-z._~+/=-]*[0-9])[A-Za-z0-9._~+/=-]{16,}"
_WORDS = (
    ("bearer token", r"(?i:bearer)(?:\s|%20|\+)+" + _VALUE),
    (
        "named key",
        r"(?i:api[-_ ]?key|access[-_]?key|(?:access|auth|refresh|session|security|bearer)[-_]?token|client[-_]?secret"
        r"|secret[-_]?(?:access[-_]?)?key|password)\\?[\"']?\s*[:=]\s*\\?[\"']?" + _VALUE,
    ),
    (
        "key in a URL",
        r"[?&;][A-Za-z_.-]*(?i:key|token|secret|sig|signature|credential|password|code)=(?=[^&\s\"']*[0-9])[^&\s\"'<>{}*]{12,}",
    ),
    ("password in a URL", r"://[^/\s:@\"']{1,64}:[^/\s:@\"']{6,128}@"),
    ("cookie", r"(?i:set-cookie|cookie)\\?[\"']?\s*[:=]\s*\\?[\"']?[A-Za-z0-9_.-]+=[^\s;\"'\\]{8,}"),
    ("session cookie", r"(?:__cf_bm|_cfuvid|cf_clearance|sessionid|session_id|JSESSIONID)=[^\s;\"'\\]{8,}"),
    ("private key", r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
)

FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    *((name, re.compile(f"{_BEGIN}(?:{form})")) for name, form in _PREFIXED),
    *((name, re.compile(f"{_BEGIN_STRICT}(?:{form}){_END_STRICT}")) for name, form in _BARE),
    *((name, re.compile(form)) for name, form in _WORDS),
)
