"""Files that people write, by name or path: layouts, profiles, scenarios, benches, and what each of them names."""

from dataclasses import replace
from datetime import datetime
from os.path import normpath
from pathlib import Path

from agentbench.builder.bench import Bench, BenchFile, Cast
from agentbench.builder.context import identity_file, project_files, project_text
from agentbench.builder.door import load_value
from agentbench.builder.fault import misplaced
from agentbench.builder.guidance import read_gate
from agentbench.builder.layout import Layout
from agentbench.builder.profile import Profile
from agentbench.builder.scenario import Scenario
from agentbench.builder.sections import SECTIONS
from agentbench.builder.skills import Library, skills_block
from agentbench.builder.tools import Tool, load_catalogue
from agentbench.errors import BadInput, NotFound
from agentbench.nearest import nearest


def fixtures_root(start: Path) -> Path:
    """The `fixtures` folder that names refer to: in `start`, or in the nearest folder above it.

    Raises:
        NotFound: no folder above holds one.
    """
    here = start.resolve()
    for folder in (here, *here.parents):
        for candidate in (folder, folder / "fixtures"):
            if (candidate / "layouts").is_dir():
                return candidate
    raise NotFound(
        f"asked for the folder 'fixtures' around {str(start)!r}, found none with a folder 'layouts' in it;"
        " run from the project, or name files by their path"
    )


def resolve(name: str, kind: str, root: Path, beside: Path | None = None) -> Path:
    """The file that a name means: a path if it ends in .yaml, else `<root>/<kind>/<name>.yaml`.

    Raises:
        NotFound: no such file; names the nearest known one.
    """
    if name.endswith((".yaml", ".yml")):
        return (beside or Path()) / name
    path = root / kind / f"{name}.yaml"
    if path.is_file():
        return path
    known = sorted(file.stem for file in (root / kind).glob("*.yaml"))
    near = nearest(name, known)
    hint = f"did you mean {near!r}?" if near else f"known are {', '.join(known) or 'none'}"
    raise NotFound(f"asked for {name!r} in {kind}, found no such file; {hint}")


def load_layout(path: Path) -> Layout:
    """A layout, its sections checked against the ones that exist.

    Raises:
        NotFound, BadInput: as `load_value`.
    """
    layout = load_value(path, Layout, _spelled_out)
    unknown = [placed.section for placed in layout.sections if placed.section not in SECTIONS]
    if unknown:
        hints = [f"{name!r} (nearest: {nearest(name, SECTIONS)!r})" for name in unknown]
        raise BadInput(f"asked for a layout in {str(path)!r}, found unknown sections: {', '.join(hints)}")
    return layout


def _spelled_out(found: object) -> object:
    """A layout whose sections are all objects: `identity` and `clock: stable` are short for them.

    Raises:
        BadInput: a guidance gate that means nothing.
    """
    if not isinstance(found, dict):
        return found
    spelled = dict(found)
    if isinstance(found.get("sections"), list):
        spelled["sections"] = [_placed(each) for each in found["sections"]]
    if "guidance" in found:
        spelled["guidance"], problem = read_gate(found["guidance"])
        if problem:
            raise BadInput(f"asked for a layout, found a guidance gate that is none: {problem}")
    return spelled


def _placed(entry: object) -> object:
    if isinstance(entry, str):
        return {"section": entry}
    if isinstance(entry, dict) and len(entry) == 1 and "section" not in entry:
        ((section, tier),) = entry.items()
        return {"section": section, "tier": tier}
    return entry


def load_cast(name: str, root: Path, beside: Path | None = None) -> Cast:
    """A scenario with the profile and the tools that it names; `needs@many-100` is played by another profile.

    Raises:
        NotFound, BadInput: as `load_value`, for the scenario, the profile and its catalogues.
    """
    of, at, player = name.rpartition("@")
    if not at or "/" in player:  # no `@`, or one in the name of a folder
        of, player = name, ""
    scenario = load_value(resolve(of, "scenarios", root, beside), Scenario)
    if player:
        scenario = replace(scenario, name=f"{scenario.name}@{player}", profile=player)
    return with_profile(scenario.profile, root, scenario)


def with_profile(profile: Profile | str, root: Path, scenario: Scenario) -> Cast:
    """A scenario played by a profile (a value or a name), with the tools of its catalogues.

    A profile's workspace, identity file and skills are read here, once.

    Raises:
        NotFound, BadInput: as `load_value`; a workspace that is not there.
    """
    if isinstance(profile, str):
        profile = load_value(resolve(profile, "profiles", root, Path()), Profile)
    profile = _with_files(profile, root)
    tools = tuple(tool for name in profile.tools for tool in load_catalogue(root / "tools" / f"{name}.json"))
    return Cast(scenario=scenario, profile=profile, tools=tools, skills_index=_skills(profile, tools, root))


def _skills(profile: Profile, tools: tuple[Tool, ...], root: Path) -> str | None:
    """The index of the profile's skills, decided by these tools."""
    if profile.skills is None:
        return None
    folder = root / profile.skills
    if not folder.is_dir():
        raise NotFound(
            f"asked for the skills {profile.skills!r}, found no such folder in {str(root)!r}; name a folder from there"
        )
    library = Library(folder)
    found = library.skills(library.stamps())
    system = profile.environment.system if profile.environment else "linux"
    return skills_block(found.skills, tools, system=system, categories=found.categories)


def _with_files(profile: Profile, root: Path) -> Profile:
    if profile.identity_file is not None:
        text = identity_file(root / profile.identity_file)
        profile = replace(profile, identity=text or profile.identity)
    if profile.workspace is not None:
        folder = root / profile.workspace
        if not folder.is_dir():
            raise NotFound(
                f"asked for the workspace {profile.workspace!r}, found no such folder in {str(root)!r};"
                " name a folder from there"
            )
        # nothing above the workspace speaks for it: a bench reads the same on every machine
        profile = replace(profile, project_file=project_text(project_files(folder, top=folder)))
    return profile


def load_bench(path: Path) -> Bench:
    """A bench with everything that it names loaded.

    Raises:
        NotFound, BadInput: as `load_value`, for the bench or for anything that it names.
    """
    file = load_value(path, BenchFile)
    root = fixtures_root(path.parent)
    layouts = {name: load_layout(resolve(name, "layouts", root, path.parent)) for name in file.layouts}
    casts = {name: _from(load_cast(name, root, path.parent), file.start) for name in file.scenarios}
    bench = Bench(
        name=file.name,
        layouts=tuple(layouts.values()),
        presentations=file.presentations,
        models=file.models,
        casts=tuple(casts.values()),
        repeats=file.repeats,
        apart=file.apart,
        exclude=tuple(
            replace(
                entry,
                layout=layouts[entry.layout].name if entry.layout else None,
                scenario=casts[entry.scenario].scenario.name if entry.scenario else None,
            )
            for entry in file.exclude
        ),
        faults=file.faults,
        seed=file.seed,
        recordings=tuple(Path(normpath(path.parent / name)) for name in file.recordings),
    )
    turns = max((len(cast.scenario.turns) for cast in bench.casts), default=0)
    if problems := misplaced(bench.faults, turns, [cell.slug for cell in bench.cells]):
        raise BadInput(f"asked for a bench in {str(path)!r}, found: {'; '.join(problems)}")
    return bench


def _from(cast: Cast, start: datetime | None) -> Cast:
    """The cast with its session started at another virtual time."""
    return replace(cast, scenario=replace(cast.scenario, start=start)) if start else cast
