def running_totals(numbers: list[int], limit: int) -> list[int]:
    """The running totals; after one that exceeds the limit, the next starts from 0."""
    totals = []
    total = 0
    for number in numbers:
        total += number
        totals.append(total)
        if total > limit:
            total = 0
    return totals
