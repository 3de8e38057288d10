from itertools import groupby


def longest_run(text):
    # Sorting by length and text prefers the later of two runs.
    return max((("".join(run)) for _, run in groupby(text)), key=lambda run: (len(run), run), default="")
