"""A verdict as markdown, JUnit and annotations."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from agentbench.frame import build
from agentbench.measure import priced
from agentbench.measure.gate import Baseline, ColdWrite, Verdict, baseline, verdict
from agentbench.report.gate import annotations, changes, junit_xml, lines, verdict_markdown
from tests.exchanges import Blocks, session, usage
from tests.measure.compare.frames import calls, errands
from tests.measure.frames import FOUR_TURNS

ARM = "appended / eager / anthropic:claude-sonnet-4-6 / simulated"
BEFORE = baseline(FOUR_TURNS, {"agentbench": "0.1.0", "pydantic-ai": "2.67.0"})


def _with_clock() -> Baseline:
    """Both layouts, and in appended now a stable block that changes every turn."""
    prompts: list[Blocks] = [
        [("identity", "stable", "You are Ada, an assistant."), ("clock", "stable", f"100 % {turn}")]
        for turn in range(4)
    ]
    used = [usage(uncached=100, read=0, write_5m=900, write_1h=0, output=50)] * 4
    broken = priced(build(session(prompts, used)))
    now = baseline(broken, {"agentbench": "0.1.0", "pydantic-ai": "2.68.0"})
    return replace(now, arms=(*now.arms, *(arm for arm in BEFORE.arms if arm.layout == "monolith")))


NOW = _with_clock()
WORSE = verdict(NOW, BEFORE)
TURNS = ("right", "wrong")


def _recorded(marks: str) -> Baseline:
    return baseline(calls(*errands("eager", [TURNS[mark == "-"] for mark in marks])))


LOST = _recorded("-" * 8 + "+" * 4), _recorded("+" * 12)
RECORDED = "tiered / eager / local:small / recorded"


def test_the_markdown_says_verdict_reasons_table_and_versions_in_this_order() -> None:
    """First line the verdict; the block and byte; what moved per arm; what made the requests."""
    text = verdict_markdown(WORSE, NOW, BEFORE)
    assert text.startswith("**agentbench gate: worse: 3 reason(s) in 1 arm(s)**\n")
    places = [
        "* worse: ",
        "clock @ system[0] byte ",
        "| Arm |",
        "67.5% → 0.0%",
        "* pydantic-ai 2.67.0 → 2.68.0",
    ]
    assert [text.index(place) for place in places] == sorted(text.index(place) for place in places)
    assert "* agentbench 0.1.0\n" in text


def test_changes_show_what_moved_and_what_stayed() -> None:
    """A figure that stayed is shown once, one that moved with an arrow, an arm of one side as absent."""
    table = {row[0].text: [cell.text for cell in row[1:]] for row in changes(NOW, BEFORE).rows}
    assert table[ARM][1] == "$0.0084 → $0.0177"
    assert table[ARM][3].startswith("none → 3 requests at clock @ system[0] byte ")
    assert all("→" not in text for text in table[ARM.replace("appended", "monolith")])
    assert changes(BEFORE, None).rows[0][1].text == "absent → 67.5%"


def test_junit_fails_the_arm_that_is_worse() -> None:
    """One case per arm, figures as properties, the reasons in the failure."""
    suite = ElementTree.fromstring(junit_xml(WORSE, NOW))[0]
    assert suite.attrib == {"name": "agentbench gate", "tests": "2", "failures": "1", "skipped": "0"}
    cases = {case.get("name"): case for case in suite}
    failure = cases[ARM].find("failure")
    assert failure is not None
    assert failure.text is not None
    assert "clock @ system[0] byte" in failure.text
    found = {p.get("name"): p.get("value") for p in cases[ARM].iter("property")}
    assert (found["hit_share"], found["exchanges"]) == ("0.0", "4")


def test_junit_skips_what_cannot_be_told() -> None:
    """A new arm is skipped with its reason; a vanished one and other prices are cases of their own."""
    fewer = replace(BEFORE, arms=BEFORE.arms[:1])
    found = verdict(fewer, replace(BEFORE, arms=BEFORE.arms[1:], price_table="genai-prices 0.0.0"))
    suite = ElementTree.fromstring(junit_xml(found, fewer))[0]
    assert [case.get("name") for case in suite] == [ARM, ARM.replace("appended", "monolith"), "costs"]
    assert suite.get("skipped") == "3"


def test_junit_shows_cold_writes_as_output() -> None:
    """A cold write is no failure, and is not lost."""
    cold = ColdWrite(arm=ARM, tokens=1_000, cost_usd=0.00375)
    found = Verdict(outcome="pass", reasons=(), unknown=(), cold_writes=(cold,), arms=2)
    suite = ElementTree.fromstring(junit_xml(found, BEFORE))[0]
    assert suite.findtext("testcase/system-out") == cold.text
    assert suite.get("failures") == "0"


def test_annotations_are_one_escaped_line_each() -> None:
    """Errors name block and byte; percent signs are escaped as GitHub wants; a pass says nothing."""
    text = annotations(WORSE)
    assert text.count("\n") == len(WORSE.reasons) == 3
    assert all(
        line.startswith("::error title=agentbench%3A prompt cache is worse::") for line in text.splitlines()
    )
    assert "67.5%25 -> 0.0%25" in text
    assert annotations(verdict(BEFORE, BEFORE)) == ""


@pytest.mark.parametrize(
    ("found", "starts"),
    [
        pytest.param(WORSE, ["worse: "] * 3 + ["note: right tools: not judged"], id="worse"),
        pytest.param(verdict(NOW, replace(BEFORE, arms=())), ["cannot tell: "] * 2, id="cannot-tell"),
        pytest.param(
            Verdict(
                outcome="pass",
                reasons=(),
                unknown=(),
                cold_writes=(ColdWrite(arm=ARM, tokens=None, cost_usd=None),),
                arms=1,
            ),
            ["note: "],
            id="cold",
        ),
    ],
)
def test_every_part_of_a_verdict_is_a_line(found: Verdict, starts: list[str]) -> None:
    """What is worse first, then what cannot be told, then what it costs once, then what else was looked at."""
    assert [line[: len(start)] for line, start in zip(lines(found), starts, strict=True)] == starts


def test_right_turns_stand_in_the_table_where_turns_were_scored() -> None:
    """Right of scored turns, in the baseline and now; no such column for a bench that is only rendered."""
    table = changes(*LOST)
    assert [heading.name for heading in table.headings][-1] == "selection"
    assert table.rows[0][-1].text == "12 of 12 → 4 of 12"
    assert "selection" not in {heading.name for heading in changes(NOW, BEFORE).headings}


def test_misses_stand_in_the_table_where_they_moved() -> None:
    """Classes with their requests, where some arm has others than before."""
    old, new = ({"system_clock": 1}, {"system_clock": 3, "tools_added": 1})
    sides = [replace(BEFORE, arms=(replace(BEFORE.arms[0], misses=misses),)) for misses in (new, old)]
    table = changes(sides[0], sides[1])
    assert table.rows[0][-1].text == "system_clock 1 → system_clock 3; tools_added 1"
    assert changes(sides[0], sides[0]).headings == changes(NOW, BEFORE).headings
    assert changes(sides[0], BEFORE).rows[0][-1].text == "– → system_clock 3; tools_added 1"


def test_lost_turns_reach_every_report() -> None:
    """Markdown, JUnit and annotations name what was lost, with both shares and p."""
    found = verdict(*LOST)
    said = "right tool 100.0% -> 33.3%, 8 lost and 0 won of 12 paired turns, p = 0.004"
    assert f"* worse: {RECORDED}: {said}; lost: desk turn 0, 1, 2, 3" in verdict_markdown(found, *LOST)
    suite = ElementTree.fromstring(junit_xml(found, LOST[0]))[0]
    assert said in (suite.findtext("testcase/failure") or "")
    told = {p.get("name"): p.get("value") for p in suite.iter("property")}
    assert (told["right_turns"], told["scored_turns"]) == ("4", "12")
    assert annotations(found).startswith("::error title=agentbench%3A the right tool is chosen less often::")


def test_what_could_have_been_found_is_output_of_a_case_that_passes() -> None:
    """A pass on turns says how large a loss it would have seen."""
    found = verdict(LOST[1], LOST[1])
    suite = ElementTree.fromstring(junit_xml(found, LOST[1]))[0]
    assert "points is found 4 times in 5" in (suite.findtext("testcase/system-out") or "")
