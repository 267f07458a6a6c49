"""Compare our answers with the reference's, case by case; print how many hold and how many deviate by which fault."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.builder.vectors.deviations import DEVIATIONS
from tests.shared_data import shared

Case = dict[str, Any]
RIGHT = {case: (fault, right) for fault, cases in DEVIATIONS.items() for case, right in cases.items()}


def cases(name: str) -> list[Case]:
    """The cases of one vector file."""
    found: list[Case] = json.loads(shared(f"data/vectors/{name}.json").read_text(encoding="utf-8"))["cases"]
    return found


def judge(name: str, ours: Callable[[Case], object], theirs: Callable[[Case], object]) -> None:
    """Every case gives the reference's answer, or the right one that the table of faults names for it."""
    counted: Counter[str] = Counter()
    wrong: list[str] = []
    for case in cases(name):
        answer, reference = ours(case), theirs(case)
        fault, right = RIGHT.get((name, case["id"]), (None, reference))
        if answer != right:
            wrong.append(f"{case['id']}: {case.get('label', '')}: ours {answer!r}, right {right!r}")
        if fault is not None and answer == reference:
            wrong.append(f"{case['id']}: listed under fault {fault}, but it holds")
        counted["hold" if fault is None else f"deviate by fault {fault}"] += 1
    print(f"\n{name}: " + ", ".join(f"{count} {how}" for how, count in sorted(counted.items())))
    assert not wrong, "\n".join(wrong)
