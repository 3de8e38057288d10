"""Rewards for reinforcement learning: a score for each completion, or None if it could not be scored."""

from benchwright.rewards.rewarder import Mode, Reward, Rewarder, Task, task_of_tests, task_of_verifier
from benchwright.rewards.trl import trl_reward
from benchwright.rewards.verl import compute_score

__all__ = [
    "Mode",
    "Reward",
    "Rewarder",
    "Task",
    "compute_score",
    "task_of_tests",
    "task_of_verifier",
    "trl_reward",
]
