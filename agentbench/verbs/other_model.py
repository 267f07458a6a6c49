"""The same traffic under another model: refused in one line where that model's cache rule or price is not known."""

from collections.abc import Sequence

from agentbench import caching, measure
from agentbench.errors import NotFound
from agentbench.facts import cache_rule, card, home_provider
from agentbench.tape import Exchange


def as_other(exchanges: Sequence[Exchange], model_id: str) -> tuple[Exchange, ...]:
    """The exchanges as the model would have served them; all `predicted`. See `caching.under`.

    Token counts are corrected by recordings of that very model where the exchanges hold three or more.

    Raises:
        UnknownModel: no model family stands in the name.
        NotFound: no cache rule or no price is known for it.
    """
    model = card(model_id)
    provider = model.provider or home_provider(model.name)
    if provider is None or cache_rule(provider, model.name) is None:
        of = f" of {provider!r}" if provider else ", and no provider that serves it"
        raise NotFound(
            f"asked for the cost as {model_id!r}, found no cache rule for {model.name!r}{of};"
            " name a model of a provider with a rule, such as 'openai-chat:gpt-5.2'"
        )
    found = measure.price(measure.Tokens(uncached=1, output=1), provider, (model.name,), None)
    if found.usd is None:
        raise NotFound(
            f"asked for the cost as {model_id!r}, found {found.note}; name a model that has a price"
        )
    return caching.under(exchanges, model, provider, caching.calibration(exchanges))
