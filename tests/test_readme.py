"""What the README shows is what the commands print."""

import doctest
import re
from pathlib import Path

import pytest

from symkern.cli import main

README = Path(__file__).parents[1] / "README.md"
TEXT = README.read_text(encoding="utf-8")
TRANSCRIPTS = re.findall(r"```console\n\$ python -m symkern ([^\n]*)\n(.*?)```", TEXT, re.S)


@pytest.mark.parametrize(("command", "shown"), TRANSCRIPTS, ids=[command for command, _ in TRANSCRIPTS])
def test_transcripts_are_real(command, shown, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    assert main(command.split()) == 0
    assert capsys.readouterr().out == shown


def test_there_are_transcripts():
    assert "derive n=3" in dict(TRANSCRIPTS)


def test_python_examples_are_real():
    outcome = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_the_test_command_is_the_one_that_is_run():
    assert len(re.findall(r"^python3 -m venv .*pytest.*$", TEXT, re.M)) == 1
