"""The first seeds are spread over repositories and files, in a stable order."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from benchwright.seeds import SeedOptions, read_seeds
from tests.seeds.trees import function, tree


def _rows(file: Path) -> str:
    rows = [
        {"text": function(f"f{number}", number), "language": "python", "repo": repo, "path": f"{number % 5}.py"}
        for repo, count in (("large", 40), ("small", 3), ("middle", 10))
        for number in range(count)
    ]
    file.write_text("".join(json.dumps({**row, "text": f"# {row['repo']}\n{row['text']}"}) + "\n" for row in rows))
    return str(file)


def test_seeds_alternate_repositories_and_files(tmp_path: Path) -> None:
    harvest = read_seeds(_rows(tmp_path / "rows.jsonl"), SeedOptions(near_duplicate=0))
    sources = [seed.origin.source for seed in harvest.seeds]
    assert sources[:9] == ["large", "middle", "small"] * 3
    assert sources[9:23] == ["large", "middle"] * 7
    large = [seed.origin.path for seed in harvest.seeds if seed.origin.source == "large"]
    assert all(len(set(large[start : start + 5])) == 5 for start in range(0, 40, 5))


def test_most_keeps_the_first_and_counts_the_rest(tmp_path: Path) -> None:
    source = _rows(tmp_path / "rows.jsonl")
    everything = read_seeds(source, SeedOptions(near_duplicate=0))
    some = read_seeds(source, SeedOptions(near_duplicate=0, most=7))
    assert some.seeds == everything.seeds[:7]
    assert some.dropped == {"more than wanted": 46}
    assert some.read == everything.read == 53


def test_the_same_tree_gives_the_same_seeds_at_any_path(tmp_path: Path) -> None:
    files = {f"{folder}/{name}.py": function(f"{folder}_{name}", ord(name)) for folder in "xyz" for name in "abcdefgh"}
    first = tree(tmp_path / "one" / "code", files)
    second = tmp_path / "two" / "code"
    second.mkdir(parents=True)
    for path in sorted(files, reverse=True):
        (second / path).parent.mkdir(exist_ok=True)
        shutil.copy(first / path, second / path)
    assert read_seeds(str(first)) == read_seeds(str(second))
    assert len(read_seeds(str(first)).seeds) > 1


def test_ids_depend_on_the_text(tmp_path: Path) -> None:
    folder = tree(tmp_path / "code", {"a.py": function("first"), "b.py": function("second", 2)})
    harvest = read_seeds(str(folder), SeedOptions(near_duplicate=0))
    assert len({seed.id for seed in harvest.seeds}) == 2
    assert all(len(seed.id) == 16 and int(seed.id, 16) >= 0 for seed in harvest.seeds)
