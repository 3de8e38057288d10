def longest_run(text):
    """The longest run of one character, the first of several."""
    best, start = "", 0
    for end in range(1, len(text) + 1):
        if end == len(text) or text[end] != text[start]:
            best = max(best, text[start:end], key=len)
            start = end
    return best
