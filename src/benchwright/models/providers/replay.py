"""`replay:PATH`: answers that were given before, from a file or all JSONL files of a folder."""

from __future__ import annotations

from pathlib import Path

from benchwright.errors import ModelError, UsageError
from benchwright.models.protocol import Answer, ModelOptions, Request, Source
from benchwright.models.recordings import AnswerFiles
from benchwright.models.wire import Dialect


def open(name: str, options: ModelOptions) -> Source:
    """The answers of a file or folder."""
    path = Path(name)
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    if not files:
        raise UsageError(f"{path} has no JSONL files", "name a file of recorded answers or of batch output")
    return ReplayModel(path, AnswerFiles(files))


class ReplayModel(Source):
    """Says what was said before, and nothing else."""

    sends = False

    def __init__(self, path: Path, answers: AnswerFiles) -> None:
        super().__init__(f"replay:{path}")
        # By content: the same answers elsewhere are the same, other answers in the same place are not.
        self.identity = f"replay:{answers.digest}"
        self._path = path
        self._answers = answers

    async def answer(self, request: Request) -> Answer:
        """The recorded answer."""
        answer = self._answers.get(request, Dialect())
        if answer is None:
            hint = "was it recorded with the same prompt, sampling and number of samples?"
            raise ModelError(f"{self._path} has no answer to the request {request.key}", hint)
        return answer
