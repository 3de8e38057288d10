# The running totals of COUNT numbers, as a text; after one that exceeds the limit, the next starts from 0.
function running_totals(numbers, count, limit,    i, total, text) {
    total = 0
    text = ""
    for (i = 1; i <= count; i++) {
        total += numbers[i]
        text = text (i > 1 ? " " : "") total
        if (total > limit)
            total = 0
    }
    return text
}
