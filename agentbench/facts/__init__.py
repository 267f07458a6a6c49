"""What is known before anything is sent: model cards, token counts and cache rules, dated and with sources."""

from agentbench.facts.cache_rule import CacheRule, Level, Mechanism, Precision, Ttl
from agentbench.facts.card import ModelCard, card
from agentbench.facts.family import families, family, home_provider
from agentbench.facts.provider import provider_name, silent_zero
from agentbench.facts.rulebook import cache_rule, read_rules, rule_schema, rulebook
from agentbench.facts.token_estimate import TokenEstimate, token_estimate
from agentbench.facts.tokens import count_tokens
from agentbench.facts.vocabulary import encoding

__all__ = [
    "CacheRule",
    "Level",
    "Mechanism",
    "ModelCard",
    "Precision",
    "TokenEstimate",
    "Ttl",
    "cache_rule",
    "card",
    "count_tokens",
    "encoding",
    "families",
    "family",
    "home_provider",
    "provider_name",
    "read_rules",
    "rule_schema",
    "rulebook",
    "silent_zero",
    "token_estimate",
]
