"""Job directories: long-running work that survives being killed and can be resumed."""

from benchwright.jobs.job import Job, distinct_folders, find_jobs, open_job, read_job, reopen_job, worth_keeping
from benchwright.jobs.manifest import Manifest
from benchwright.jobs.store import Item, State, Store

__all__ = [
    "Item",
    "Job",
    "Manifest",
    "State",
    "Store",
    "distinct_folders",
    "find_jobs",
    "open_job",
    "read_job",
    "reopen_job",
    "worth_keeping",
]
