"""How often the properties of the skills are tried."""

from hypothesis import HealthCheck, settings

THOROUGH = settings(
    max_examples=1000,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
