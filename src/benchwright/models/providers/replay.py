"""`replay:PATH`: recorded answers, from a file or from all JSONL files in a folder."""

from __future__ import annotations

from pathlib import Path

from benchwright.errors import ModelError, UsageError
from benchwright.models.protocol import Answer, ModelOptions, Request, Source, Traits
from benchwright.models.recordings import AnswerFiles
from benchwright.models.wire import Dialect

TRAITS = Traits(names_path=True)


def open(name: str, options: ModelOptions) -> Source:
    """Open the answers in a file or folder."""
    path = Path(name)
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    if not files:
        raise UsageError(f"{path} contains no JSONL files", "pass a file of recorded answers or batch output")
    return ReplayModel(path, AnswerFiles(files))


class ReplayModel(Source):
    """Returns recorded answers only."""

    sends = False

    def __init__(self, path: Path, answers: AnswerFiles) -> None:
        super().__init__(f"replay:{path}")
        # By content: a copy of the file has the same identity, and changed content has another.
        self.identity = f"replay:{answers.digest}"
        self._path = path
        self._answers = answers

    async def answer(self, request: Request) -> Answer:
        """Return the recorded answer. Raises ModelError if there is none."""
        answer = self._answers.get(request, Dialect())
        if answer is None:
            hint = "use the prompt, sampling and number of samples of the recording"
            raise ModelError(f"{self._path} has no answer to the request {request.key}", hint)
        return answer
