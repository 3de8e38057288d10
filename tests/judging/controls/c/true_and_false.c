// control: has its own boolean type with macros of the old kind.
typedef enum { FALSE, TRUE } boolean;
#define true TRUE
#define false FALSE
#define bool boolean
#define elif else if
#define unless(x) if (!(x))
static bool is_digit(char c) { unless (c >= '0' && c <= '9') return false; return true; }
#include <string.h>

int minutes(const char *text) {
    if (strlen(text) != 5 || text[2] != ':') return -1;
    int hour = (text[0] - '0') * 10 + text[1] - '0', minute = (text[3] - '0') * 10 + text[4] - '0';
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return -1;
    return hour * 60 + minute;
}

char *clock_text(int total, char text[6]) {
    total = (total % 1440 + 1440) % 1440;
    memcpy(text, "00:00", 6);
    text[0] += total / 600, text[1] += total / 60 % 10, text[3] += total % 60 / 10, text[4] += total % 10;
    return text;
}

int between(const char *from, const char *to) { return (minutes(to) - minutes(from) + 1440) % 1440; }
