"""The providers that can be played, and a pydantic-ai model of each whose requests go through a transport of ours."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import httpx2
from pydantic_ai.models import Model
from pydantic_ai.profiles import ModelProfile

from agentbench.errors import UnknownModel
from agentbench.harness import makers
from agentbench.harness.makers import Maker, Wanted
from agentbench.nearest import nearest

TIMEOUT_S = 1200
"""A slow model's answer is worth waiting for."""
LOCAL = "http://127.0.0.1:8091"
"""Where llama.cpp's server listens: part of the recorded address, so always this port."""
MOST_LOCAL_STEPS = 6
"""Requests after which a small model's turn is ended: it may repeat itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vendor:
    """A provider: how it is asked, and what a turn with it may be."""

    maker: Maker
    address: str
    """Where it answers; part of every recorded request."""
    key_variable: str | None = None
    """Where its key is read from; None for a server of one's own, which needs none."""
    address_variable: str | None = None
    """The vendor's own variable for another address: requests are sent there, and recorded as they would be else."""
    most_steps: int | None = None
    """Requests after which a turn is ended; None for pydantic-ai's own limit."""
    turns_may_fail: bool = False
    """Whether a session goes on past a turn that failed."""

    @property
    def own(self) -> bool:
        """Whether it is a server of one's own."""
        return self.key_variable is None


def _own(maker: Maker, path: str = "") -> Vendor:
    return Vendor(maker=maker, address=f"{LOCAL}{path}", most_steps=MOST_LOCAL_STEPS, turns_may_fail=True)


def _openai(maker: Maker) -> Vendor:
    return Vendor(
        maker=maker,
        address="https://api.openai.com/v1",
        key_variable="OPENAI_API_KEY",
        address_variable="OPENAI_BASE_URL",
    )


VENDORS: Mapping[str, Vendor] = {
    "anthropic": Vendor(
        maker=makers.anthropic,
        address="https://api.anthropic.com",
        key_variable="ANTHROPIC_API_KEY",
        address_variable="ANTHROPIC_BASE_URL",
    ),
    "bedrock": Vendor(
        maker=makers.bedrock,
        # the region is part of the address, so it is the same everywhere
        address="https://bedrock-runtime.us-east-1.amazonaws.com",
        key_variable="AWS_BEARER_TOKEN_BEDROCK",
        address_variable="AWS_ENDPOINT_URL_BEDROCK_RUNTIME",
    ),
    "deepseek": Vendor(
        maker=makers.deepseek, address="https://api.deepseek.com", key_variable="DEEPSEEK_API_KEY"
    ),
    "google": Vendor(
        maker=makers.google,
        address="https://generativelanguage.googleapis.com",
        key_variable="GEMINI_API_KEY",
        address_variable="GOOGLE_GEMINI_BASE_URL",
    ),
    "local": _own(makers.openai_chat, "/v1"),
    "local-anthropic": _own(makers.anthropic),
    "local-responses": _own(makers.openai_responses, "/v1"),
    "openai": _openai(makers.openai_responses),
    "openai-chat": _openai(makers.openai_chat),
    "openrouter": Vendor(
        maker=makers.openrouter, address="https://openrouter.ai/api/v1", key_variable="OPENROUTER_API_KEY"
    ),
}
"""By the first part of a model's id."""

KEY_VARIABLES: Mapping[str, str] = {
    name: each.key_variable for name, each in VENDORS.items() if each.key_variable is not None
}
"""Where the key of a provider is read from, for recording against the real one; a local server needs none."""


def client(
    model_id: str, transport: httpx2.AsyncBaseTransport, key: str, *, local_search: bool = False
) -> Model:
    """A model whose requests go through the transport.

    `local_search`: pydantic-ai searches deferred tools itself, also where the provider could; what it finds stands in
    the array from then on, or in the input where the wire takes tools there (OpenAI's Responses).

    Raises:
        UnknownModel: no provider that can be played.
    """
    vendor = vendor_of(model_id)
    wanted = Wanted(
        name=model_id.partition(":")[2],
        http=httpx2.AsyncClient(transport=transport, timeout=TIMEOUT_S),
        key=key,
        address=vendor.address,
        profile=_without_deferral if local_search else None,
    )
    return vendor.maker(wanted)


def _without_deferral(profile: ModelProfile) -> ModelProfile:
    # `ToolSearch(strategy="keywords")` would not do: on Claude and GPT its tools still go out with `defer_loading`
    native = frozenset(tool for tool in profile["supported_native_tools"] if tool.kind != "tool_search")
    return {**profile, "supported_native_tools": native, "tool_deferral_mode": None}


def vendor_of(model_id: str) -> Vendor:
    """The provider of a model's id; errors as for `provider_of`."""
    return VENDORS[provider_of(model_id)]


def provider_of(model_id: str) -> str:
    """`openai-chat` of `openai-chat:gpt-5.2`.

    Raises:
        UnknownModel: no provider that can be played.
    """
    provider, colon, name = model_id.partition(":")
    if colon and name and provider in VENDORS:
        return provider
    near = nearest(provider, VENDORS)
    known = ", ".join(f"{each}:" for each in sorted(VENDORS))
    hint = f"did you mean {near + ':'!r}? " if near else ""
    raise UnknownModel(f"asked to play {model_id!r}, found no such provider; {hint}ids begin with {known}")


def key_variables(model_ids: Iterable[str]) -> tuple[str, ...]:
    """The environment's variables whose keys the models need, each once; errors as for `provider_of`."""
    needed = [vendor_of(model_id).key_variable for model_id in model_ids]
    return tuple(dict.fromkeys(name for name in needed if name is not None))


def routes(model_ids: Iterable[str], environment: Mapping[str, str]) -> Mapping[str, str]:
    """The models' vendors' addresses that are asked elsewhere, to where the environment says."""
    vendors = (VENDORS.get(model_id.partition(":")[0]) for model_id in model_ids)
    return {
        each.address: environment[each.address_variable]
        for each in vendors
        if each and each.address_variable and environment.get(each.address_variable)
    }
