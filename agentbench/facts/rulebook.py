"""All cache rules: read from their files, checked, and found by provider, model and day."""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import cache, lru_cache
from pathlib import Path

from agentbench.errors import BadInput
from agentbench.facts.cache_rule import CacheRule
from agentbench.facts.door import HERE, load
from agentbench.facts.names import covers, words
from agentbench.facts.provider import provider_name
from agentbench.facts.rule_file import ModelLines, RuleFile, merged


def cache_rule(provider: str | None, model: str, on: date | None = None) -> CacheRule | None:
    """The cache rule of a model at a provider, in force on a day (by default the newest one).

    The most specific pattern wins. None for an unknown provider, and for an unknown model unless the provider's
    rule says that it covers all models: unknown is not guessed. Through a gateway the rule of the vendor holds that
    stands in front of the slash of the model's name.
    """
    name = provider_name(provider) if provider else None
    rule = _rule(name, model, on) if name else None
    return _through(rule, model, on) if rule and rule.mechanism == "upstream" else rule


def _through(gateway: CacheRule, model: str, on: date | None) -> CacheRule | None:
    """The rule of the vendor in front of the slash, as it holds through a gateway."""
    vendor = gateway.upstream.get(model.partition("/")[0])
    rule = _rule(vendor, model, on) if vendor else None
    if rule is None:
        return None
    note = "; ".join(filter(None, (rule.note, gateway.note)))
    # gateways report output in one way for all vendors: reasoning included
    return replace(rule, provider=gateway.provider, scope=gateway.scope, reasoning_apart=False, note=note)


@lru_cache(maxsize=4096)
def _rule(provider: str, model: str, on: date | None) -> CacheRule | None:
    rules = [
        rule
        for rule in rulebook().get(provider, ())
        if (rule.pattern == "*" or covers(rule.pattern, model)) and (on is None or rule.holds_on(on))
    ]
    return max(rules, key=lambda r: (len(words(r.pattern)), r.valid_to or date.max), default=None)


@cache
def rulebook() -> Mapping[str, tuple[CacheRule, ...]]:
    """All rules by provider."""
    return {path.stem: read_rules(path) for path in sorted((HERE / "cache_rules").glob("*.yaml"))}


def read_rules(path: Path) -> tuple[CacheRule, ...]:
    """The rules of one provider's file.

    Raises:
        BadInput: an unknown key (with the nearest known one), a pattern that can never match, or a rule that
            lacks what its mechanism needs; one line that names every problem.
    """
    file = load(path, RuleFile)
    problems = list(_problems(file))
    if path.stem != file.provider:
        problems.append(f"provider {file.provider!r}, name the file {file.provider + '.yaml'!r}")
    if problems:
        raise BadInput(
            f"asked for cache rules in {path.name!r}, found: {'; '.join(problems)}; correct the file"
        )
    rows = [*file.models, *([ModelLines(match=["*"])] if file.covers_all_models else [])]
    rules = tuple(merged(file, row, pattern) for row in rows for pattern in row.match)
    for rule in rules:
        if rule.mechanism in ("explicit_marks", "breakpoints") and (
            rule.ttl.seconds is None or rule.marks < 1
        ):
            raise BadInput(
                f"asked for cache rules in {path.name!r}, found marks without a number and a lifetime"
                f" for {rule.pattern!r}; add marks and ttl.seconds"
            )
    return rules


def rule_schema() -> Mapping[str, object]:
    """The JSON schema of a provider's rule file, for editors and for people who add one."""
    return RuleFile.model_json_schema()


def _problems(file: RuleFile) -> Iterator[str]:
    if provider_name(file.provider) != file.provider:
        yield f"unknown provider {file.provider!r}, add it to providers.yaml"
    if not (file.covers_all_models or file.models):
        yield "no model and covers_all_models is false, so no rule can ever match"
    for row in file.models:
        for pattern in row.match:
            if not words(pattern):
                yield f"pattern {pattern!r} holds no word, so it can never match"
        if row.valid_from and row.valid_to and row.valid_from >= row.valid_to:
            yield f"{row.match!r} ends on {row.valid_to} before it begins, so it can never match"
    pairs = [(words(pattern), row) for row in file.models for pattern in row.match]
    for (left, first), (right, second) in itertools.combinations(pairs, 2):
        if left == right and _overlap(first, second):
            yield f"pattern {'-'.join(right)!r} stands twice for the same days, so one can never match"


def _overlap(first: ModelLines, second: ModelLines) -> bool:
    start = max(first.valid_from or date.min, second.valid_from or date.min)
    end = min(first.valid_to or date.max, second.valid_to or date.max)
    return start < end
