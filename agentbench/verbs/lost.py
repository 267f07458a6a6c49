"""One lost cache read: its place, its price, and how it is told."""

from dataclasses import dataclass
from html import escape

from agentbench import measure
from agentbench.caching.diagnosis import Miss
from agentbench.report import wording
from agentbench.tape import Exchange
from agentbench.verbs.html import change_html, quiet


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Lost:
    """One miss of one request, and its price."""

    exchange: Exchange
    miss: Miss
    usd: float | None
    """What the lost tokens cost beyond being read; None without a count or a rate."""

    @property
    def place(self) -> str | None:
        """`block @ segment byte N`; None where no byte is the reason."""
        if self.miss.byte is not None:
            return measure.place_text(self.miss.block, self.miss.segment, self.miss.byte)
        return self.miss.segment

    def text(self, redact: bool = False) -> str:
        """The miss in a few lines: where, what, both excerpts, what was lost, what to do."""
        miss, known = self.miss, self.miss.known
        lines = [
            f"{self.exchange.cassette} #{self.exchange.index}: {miss.name} ({known.side})"
            + (f" at {self.place}" if self.place else ""),
            f"  what: {known.meaning}" + (f" ({miss.detail})" if miss.detail and not redact else ""),
        ]
        if not redact and (miss.was is not None or miss.now is not None):
            lines += [f"  was:  {_quoted(miss.was)}", f"  now:  {_quoted(miss.now)}"]
        lost = "an unknown number of" if miss.tokens_lost is None else f"{miss.tokens_lost:,}"
        money = "" if self.usd is None else f", {wording.usd(self.usd)}"
        lines += [
            f"  lost: {lost} tokens{money}",
            f"  may be: {', '.join(known.causes) or 'no catalogued cause'}",
            f"  do:   {known.advice}",
        ]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.html()

    def html(self, redact: bool = False) -> str:
        """The same for a notebook: the first changed character is marked in both excerpts."""
        miss, known = self.miss, self.miss.known
        place = f" at <code>{escape(self.place)}</code>" if self.place else ""
        quoted = miss.was is not None or miss.now is not None
        change = change_html(miss.was, miss.now) if quoted and not redact else ""
        lost = "unknown" if miss.tokens_lost is None else f"{miss.tokens_lost:,}"
        return (
            f"<details><summary><b>{escape(miss.name)}</b> ({known.side}){place},"
            f" {lost} tokens, {wording.usd(self.usd)}</summary>"
            f"{quiet(f'{self.exchange.cassette} #{self.exchange.index}: {known.meaning}')}"
            f"{change}<p>{escape(known.advice)}</p></details>"
        )


def lost_usd(exchange: Exchange, miss: Miss) -> float | None:
    """The lost tokens at the rate of what became of them (written or plain input), less the read rate."""
    if miss.tokens_lost is None or exchange.request is None:
        return None
    tokens, response = miss.tokens_lost, exchange.response
    usage = response.usage if response else None
    if usage and usage.write_1h:
        fresh = measure.Tokens(uncached=0, write_1h=tokens)
    elif usage and usage.write:
        fresh = measure.Tokens(uncached=0, write=tokens)
    else:
        fresh = measure.Tokens(uncached=tokens)
    names = (response.model if response else None, exchange.request.model)
    models = tuple(dict.fromkeys(name for name in names if name))
    paid, read = (
        measure.price(each, exchange.provider, models, exchange.sent_at).usd
        for each in (fresh, measure.Tokens(uncached=0, read=tokens))
    )
    return None if paid is None or read is None else float(paid - read)


def _quoted(text: str | None) -> str:
    # control characters would tear the lines apart, or drive the terminal
    return f"`{''.join(c if c.isprintable() else ascii(c)[1:-1] for c in text)}`" if text else "(nothing)"
