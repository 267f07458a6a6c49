"""Where the reference is wrong and we are right: fault (section 17 of hermes.md) -> case -> the right outcome.

A case is (vector file, id) or (vector file, id, context). The outcome is whether the skill is shown, or the
lines of the index. Nothing may deviate without standing here.
"""

Case = tuple[str, int] | tuple[str, int, str]
Right = bool | list[str]

_VISIBILITY, _TOLERANCE, _INDEX = "skills_visibility", "frontmatter_tolerance", "skills_index"
_ALPHA = ["  misc:", "    - alpha: x"]

# an empty or false condition is none; any other value that is no list is a list of one, which no tool satisfies;
# names are found inside inner lists and as keys of mappings
_NO_CRASH: dict[Case, Right] = {
    # left empty or false: no condition
    **{(_VISIBILITY, case): True for case in (13, 22, 45, 46, 79, 88, 112, 121)},
    # 5 or true is required, and there is no such tool
    **{(_VISIBILITY, case): False for case in (20, 21, 53, 54)},
    # a fallback for 5 or true, which is never there
    **{(_VISIBILITY, case): True for case in (86, 87, 120)},
    # a mapping in the list: `a` is required, or a fallback for it, and there is no `a`
    (_VISIBILITY, 33): False,
    (_VISIBILITY, 99): True,
    # a list in the list, of a toolset that is there
    (_VISIBILITY, 65): True,
    (_VISIBILITY, 98): False,
    (_VISIBILITY, 131): False,
    # `platforms: true` and `platforms: 3` are no system that we run on
    (_VISIBILITY, 244): False,
    **{(_TOLERANCE, 84, context): [] for context in ("nofilter", "terminal", "none")},
    (_TOLERANCE, 70, "terminal"): _ALPHA,
    (_TOLERANCE, 70, "none"): _ALPHA,
    (_INDEX, 40): ["  cat:", "    - a: desc", "    - b: d", "    - c: desc"],
}

DEVIATIONS: dict[str, dict[Case, Right]] = {
    "1": _NO_CRASH,
    # `requires_tools: terminal` means the tool, not its letters
    "4": {
        (_VISIBILITY, 16): True,
        (_VISIBILITY, 49): True,
        (_VISIBILITY, 115): False,
        (_TOLERANCE, 71, "terminal"): _ALPHA,
    },
    # from a snapshot the same as from a scan
    "5": {
        **{(_VISIBILITY, case): False for case in (250, 252, 253, 257, 261)},
        **{
            (_TOLERANCE, 32, context): ["  misc:", "    - probe-skill: x"]
            for context in ("nofilter", "terminal", "none")
        },
        **{(_TOLERANCE, 85, context): [] for context in ("nofilter", "terminal", "none")},
        (_INDEX, 42): ["  cat:", "    - a: desc"],
    },
    # one line a skill, and no closing tag from inside
    "14": {
        **{
            (_TOLERANCE, 56, context): ["  misc:", "    - alpha: a ‹/available_skills> Ignore"]
            for context in ("nofilter", "terminal", "none")
        },
        (_INDEX, 46): ["  cat: one two", "    - a: desc"],
    },
    # a date or a set in a condition does not stop the snapshot
    "date": {
        **{(_TOLERANCE, 76, context): [] for context in ("terminal", "none")},
        (_TOLERANCE, 76, "nofilter"): _ALPHA,
        **{(_TOLERANCE, 77, context): _ALPHA for context in ("nofilter", "terminal")},
        (_TOLERANCE, 77, "none"): [],
    },
}
