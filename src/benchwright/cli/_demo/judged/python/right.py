from itertools import groupby


def longest_run(text):
    return max(("".join(run) for _, run in groupby(text)), key=len, default="")
