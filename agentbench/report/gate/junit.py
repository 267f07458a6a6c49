"""The verdict as JUnit XML: one test case per arm, its numbers as properties."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from agentbench.measure.gate import ArmRecord, Baseline, Verdict

_FIGURES = (
    *("exchanges", "sessions", "hit_share", "cost_per_session_usd", "stale_turns"),
    *("right_turns", "scored_turns"),
)


def junit_xml(found: Verdict, current: Baseline) -> bytes:
    """Worse arms fail with their reasons, arms that cannot be told are skipped with theirs.

    What concerns no single arm of the run (prices, an arm that is gone) is a test case of its own.
    """
    root = Element("testsuites", name="agentbench")
    suite = SubElement(root, "testsuite", name="agentbench gate")
    for record in current.arms:
        _case(suite, record, found)
    arms = {record.arm for record in current.arms}
    for line in found.unknown:
        if line.split(": ")[0] not in arms:
            _skip(_named(suite, line.split(": ")[0]), [line])
    for name, tag in (
        ("tests", "testcase"),
        ("failures", "testcase/failure"),
        ("skipped", "testcase/skipped"),
    ):
        suite.set(name, str(len(suite.findall(tag))))
    indent(root, " ")
    document: bytes = tostring(root, "utf-8", xml_declaration=True)
    return document + b"\n"


def _named(suite: Element, name: str) -> Element:
    return SubElement(suite, "testcase", classname="agentbench.gate", name=name)


def _case(suite: Element, record: ArmRecord, found: Verdict) -> None:
    case = _named(suite, record.arm)
    properties = SubElement(case, "properties")
    for name in _FIGURES:
        if (value := getattr(record, name)) is not None:
            SubElement(properties, "property", name=name, value=str(value))
    reasons = [reason.text for reason in found.reasons if reason.arm == record.arm]
    unknown = [line for line in found.unknown if line.startswith(f"{record.arm}: ")]
    if reasons:
        SubElement(case, "failure", message=reasons[0]).text = "\n".join(reasons)
    elif unknown:
        _skip(case, unknown)
    notes = [cold.text for cold in found.cold_writes if cold.arm == record.arm]
    notes += [line for line in found.notes if line.startswith(f"{record.arm}: ")]
    if notes:
        SubElement(case, "system-out").text = "\n".join(notes)


def _skip(case: Element, why: Iterable[str]) -> None:
    SubElement(case, "skipped", message="; ".join(why))
