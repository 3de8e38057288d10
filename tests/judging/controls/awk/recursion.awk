# control: has recursive functions with arrays as parameters.
function minutes(text,   parts) {
    if (text !~ /^[0-9][0-9]:[0-9][0-9]$/)
        return -1
    split(text, parts, ":")
    if (parts[1] > 23 || parts[2] > 59)
        return -1
    return parts[1] * 60 + parts[2]
}

function clock_text(total) {
    total = (total % 1440 + 1440) % 1440
    return sprintf("%02d:%02d", int(total / 60), total % 60)
}

function between(from, to) {
    return (minutes(to) - minutes(from) + 1440) % 1440
}
function fill(list, n) { if (n > 0) { list[n] = n; fill(list, n - 1) } }
function sum(list,   i, total) { for (i in list) total += list[i]; return total }
BEGIN { fill(numbers, 1000); if (sum(numbers) != 500500) exit 3 }
