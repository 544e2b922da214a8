"""The format of descriptions is described truly: the example is read as it stands and shows every key there is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from judge.data_places import corpus_folder
from judge.reading.corpus_files import CorpusFiles, read_and_write
from judge.reading.description import Description
from tests.reading.books import texts

README = (corpus_folder() / "rulebooks" / "README.md").read_text("utf-8")
EXAMPLE, SOURCE = (m[2] for m in re.finditer(r"```(toml|text)\n(.*?)```", README, re.DOTALL))


def rows() -> list[tuple[str, str]]:
    """Every table of a description with every key it may have."""
    found = []
    for table, field in Description.model_fields.items():
        model: Any = next(iter(getattr(field.annotation, "__args__", ())), field.annotation)
        if isinstance(model, type) and issubclass(model, BaseModel):
            found += [(table, key) for key in model.model_fields]
    return found


@pytest.mark.parametrize(("table", "key"), rows())
def test_every_key_is_described(table: str, key: str) -> None:
    parts = re.split(r"^\[+(\w+)\]+", EXAMPLE, flags=re.MULTILINE)
    said = "".join(body for name, body in zip(parts[1::2], parts[2::2], strict=True) if name == table)
    assert re.search(rf"^{key} = |`{key}`", said, re.MULTILINE), f"[[{table}]] {key}"


def test_the_example_is_read_as_it_stands(corpus: Path) -> None:
    (corpus / "rulebooks" / "kettles-first.toml").write_text(EXAMPLE, "utf-8")
    (corpus / "sources" / "kettles-first.txt").write_text(SOURCE, "utf-8")
    read_and_write(corpus, "kettles-first", corpus / "glossaries")
    glossary = CorpusFiles(corpus).previous("kettles-first")
    assert glossary is not None
    book = {entry.headword: entry for entry in glossary.entries}
    assert texts(book["Kettle"]) == ["A kettle boils water.", "Fill it.", "Heat it."]
    assert [(p.role, p.level) for p in book["Kettle"].paragraphs] == [("text", 0), ("step", 0), ("step", 1)]
    assert book["Kettle"].see_also_ids == (book["Lid"].id,)
    assert texts(book["Lid"]) == ["A lid closes a kettle until it is lifted.", "A pot has a lid.", "A pan has none."]
    assert book["Lid"].id == "kettles/first/kettle-lid"
    assert [(part.names, len(part.anchors)) for part in book["Lid"].parts] == [(("Closing",), 2)]
    assert texts(book["Boil"]) == ["To heat water until it moves.", "It takes a while."]
    assert texts(book["Copper Kettle"]) == ["Heat 3."]
    assert {e.section for e in glossary.entries} == {"Vessels"}
    assert len(book["Lid"].uncertain) == 3
