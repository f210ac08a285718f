"""Write the identities of a certificate as lemmas of Coq on real numbers, and let Coq check them.

`python -m symkern.checker.coq CERTIFICATE FOLDER` writes two files and lets Coq check them:

- `Identities.v`: one lemma for every identity that is exported, with its domain as hypotheses and a proof.
- `manifest.json`: names of the lemmas, digests of their statements, and what is not exported.

Coq accepts a file that was cut between two lemmas. So a second file, made from the certificate and never read, states
every lemma of the manifest once more, proves it by naming it, and prints the axioms: a lemma that is missing, that says
something else or that rests on more than the real numbers of Coq's library is refused.

Opaque terms are real numbers and Gamma and the hypergeometric series are functions that a lemma quantifies over; what
it uses of Gamma is a hypothesis. Real powers are `Rpower`. A power with an exponent that is an integer by computation
is written with this integer. Coq's division by 0 has a value, so a lemma says less about poles than the checker does.

In a proof every angle is written by the tangent of half a unit, every real power by exponentials of multiples of the
logarithms of the factors of its base, and the rest is left to Coq's tactic `field`.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from symkern.checker.checking import FILE
from symkern.checker.coq_prelude import PRELUDE
from symkern.checker.coq_proofs import Proof
from symkern.checker.coq_statements import Lemma, NotExported
from symkern.checker.reading import Certificate, Damaged, read

SECONDS = 170
"""Time that Coq may take for all lemmas."""
AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}
"""Axioms on which the real numbers of Coq's library rest."""
FORBIDDEN = re.compile(
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Hypothes[ie]s|Variables?|Context|Unset|Set|Extract\w*|"
    r"Declare|Load|bypass_check|Primitive|Plugin|ML|Cd|Redirect|Require)\b(?! Import Reals Lra Psatz)"
)
"""Words of Coq that could let a file pass without a proof, or reach outside it."""
MISSING = "NOT CHECKED: coqc is not installed"
HEADER = "(* Written by python -m symkern.checker.coq from a certificate. Do not edit. *)\n"


def lemmas(certificate: Certificate) -> tuple[list[Lemma], dict[str, str]]:
    """Return the lemmas of a certificate, and the names and reasons of what is not exported."""
    found: list[Lemma] = []
    left_out: dict[str, str] = {}
    for place, identity in enumerate(certificate.identities):
        name = f"identity_{place}_{re.sub(r'[^A-Za-z0-9]', '_', identity.lemma)[:40]}"
        try:
            if identity.open:
                raise NotExported("it has an open condition")
            found.append(Proof(identity, name).lemma())
        except NotExported as reason:
            left_out[name] = str(reason)
        except KeyError as missing:  # a generator that the statements have no words for
            left_out[name] = f"no words for {missing}"
    return found, left_out


def statements(found: Sequence[Lemma]) -> str:
    """Return the file that names every lemma at its statement and prints the axioms that all rest on."""
    parts = [HEADER, "Require Identities.\nRequire Import Reals Lra.\nOpen Scope R_scope.\n\n"]
    parts += [
        f"Definition here_{lemma.name} :\n  {lemma.statement} :=\n  Identities.{lemma.name}.\n\n" for lemma in found
    ]
    pairs = "".join(f"(here_{lemma.name}, " for lemma in found) + "tt" + ")" * len(found)
    return "".join(parts) + f"Definition all_of_them := {pairs}.\nPrint Assumptions all_of_them.\n"


@dataclass
class Export:
    """What became of a certificate in Coq.

    Attributes
    ----------
    lemmas : list of Lemma
        Lemmas in the files.
    left_out : dict of str to str
        Names of identities that are not exported, and why.
    failure : str
        Why the files were not checked or are refused; empty if all lemmas hold.
    """

    lemmas: list[Lemma]
    left_out: dict[str, str]
    failure: str = ""

    @property
    def lines(self) -> list[str]:
        """The report: what is not exported, and a summary."""
        found = [f"{name}: not exported: {reason}" for name, reason in self.left_out.items()]
        if self.failure:
            return [*found, self.failure]
        return [*found, f"{len(self.lemmas)} lemmas checked by Coq, {len(self.left_out)} identities not exported"]

    @property
    def manifest(self) -> str:
        """The manifest as text."""
        entries = [{"lemma": lemma.name, "sha256": lemma.sha256} for lemma in self.lemmas]
        return json.dumps({"lemmas": entries, "not_exported": self.left_out}, indent=1) + "\n"


def _compiled(folder: Path, name: str) -> tuple[str, str]:
    """Return what Coq says of a file: its output, and its error or an empty text."""
    try:
        done = subprocess.run(
            ["coqc", "-q", "-R", ".", "", name],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except FileNotFoundError:
        return "", MISSING
    except subprocess.TimeoutExpired:
        return "", f"refused: Coq took more than {SECONDS} seconds"
    return done.stdout, f"refused: {' '.join(done.stderr.split())[:500]}" if done.returncode else ""


def export(certificate: Certificate, folder: Path) -> Export:
    """Write the lemmas of a certificate to a folder and let Coq check them.

    Parameters
    ----------
    certificate : Certificate
        The identities.
    folder : Path
        Folder for `Identities.v` and `manifest.json`; it is made if it is not there.

    Returns
    -------
    Export
        The lemmas that Coq accepted. One whose proof it refuses is left out, with this reason.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found, left_out = lemmas(certificate)
    made = Export([], left_out)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        rest = found
        while True:
            starts = _write(Export(rest, left_out), folder)
            made.failure = _proofs(folder, place)
            line = re.search(r'"\./Identities\.v", line (\d+)', made.failure)
            refused = max((k for k, start in enumerate(starts) if line and start <= int(line[1])), default=None)
            if refused is None:
                break
            # the lemmas before it have passed; they are compiled once more with all others at the end
            left_out[rest[refused].name] = "Coq did not accept its proof"
            made.lemmas += rest[:refused]
            rest = rest[refused + 1 :]
        again = len(rest) < len(found)
        made.lemmas += rest
        _write(made, folder)
        if again and not made.failure:
            made.failure = _proofs(folder, place)
        made.failure = made.failure or _statements(made.lemmas, place)
    return made


def _write(made: Export, folder: Path) -> list[int]:
    """Write the files of an export; return the first line of every lemma."""
    text = HEADER + PRELUDE
    lines = []
    for lemma in made.lemmas:
        lines.append(text.count("\n") + 1)
        text += lemma.text + "\n"
    (folder / "Identities.v").write_text(text, encoding="utf-8")
    (folder / "manifest.json").write_text(made.manifest, encoding="utf-8")
    return lines


def check(certificate: Certificate, folder: Path) -> Export:
    """Check that a folder proves the lemmas of its manifest, and that these are the certificate's.

    The statements are made anew from the certificate; of the folder only the proofs are taken.
    """
    found, left_out = lemmas(certificate)
    made = Export(found, left_out)
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        proofs = (folder / "Identities.v").read_text(encoding="utf-8")
        named = {entry["lemma"]: entry["sha256"] for entry in manifest["lemmas"]}
        reasons = {str(name): str(reason) for name, reason in manifest["not_exported"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        made.failure = "refused: the folder has no complete manifest and proofs"
        return made
    expected = {lemma.name for lemma in found} | left_out.keys()
    if named.keys() | reasons.keys() != expected or named.keys() & reasons.keys():
        made.failure = "refused: the manifest does not name every identity of the certificate once"
        return made
    made.lemmas = [lemma for lemma in found if lemma.name in named]
    made.left_out = reasons
    if any(named[lemma.name] != lemma.sha256 for lemma in made.lemmas) or len(made.lemmas) != len(named):
        made.failure = "refused: a statement of the manifest is not the certificate's"
    elif forbidden := FORBIDDEN.search(proofs):
        made.failure = f"refused: the proofs use {forbidden[0]}"
    else:
        with tempfile.TemporaryDirectory() as name:
            made.failure = _proofs(folder, Path(name)) or _statements(made.lemmas, Path(name))
    return made


def _proofs(folder: Path, place: Path) -> str:
    """Compile the proofs of a folder in another place; return why Coq refuses them, or an empty text."""
    shutil.copyfile(folder / "Identities.v", place / "Identities.v")
    return _compiled(place, "Identities.v")[1]


def _statements(found: Sequence[Lemma], place: Path) -> str:
    """Return why compiled proofs are not those of these lemmas, or an empty text."""
    if not found:
        return "refused: there is no lemma"
    (place / "Statements.v").write_text(statements(found), encoding="utf-8")
    output, error = _compiled(place, "Statements.v")
    if error:
        return error
    axioms = set(re.findall(r"^([A-Za-z_][\w.']*)\s*:", output, re.MULTILINE))
    if unknown := sorted(axioms - AXIOMS - {"Axioms"}):
        return f"refused: a proof rests on {unknown[0]}"
    return "" if "Axioms:" in output else "refused: Coq did not say which axioms the proofs rest on"


def main(arguments: Sequence[str] | None = None) -> int:
    """Export a certificate to Coq, or check an export, and return the exit status.

    The status is 0 if Coq accepts all lemmas, 1 if it does not, 2 for a damaged certificate and 3 without Coq.
    """
    parser = argparse.ArgumentParser(prog="python -m symkern.checker.coq", description="Let Coq check a certificate.")
    parser.add_argument("certificate", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true", help="check an export that is there already")
    options = parser.parse_args(arguments)
    path = options.certificate / FILE if options.certificate.is_dir() else options.certificate
    try:
        certificate = read(path)
    except Damaged as damage:
        sys.stdout.write(f"{path}: not a certificate: {damage}\n")
        return 2
    made = check(certificate, options.folder) if options.check else export(certificate, options.folder)
    sys.stdout.writelines(f"{line}\n" for line in made.lines)
    if made.failure == MISSING:
        return 3
    return 1 if made.failure else 0


if __name__ == "__main__":
    sys.exit(main())
