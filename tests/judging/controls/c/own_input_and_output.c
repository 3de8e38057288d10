// control: has functions of its own with names of the C library that work on a buffer.
#include <stdbool.h>
struct buffer { char data[16]; unsigned size; };
int read(struct buffer *buffer) { return buffer->size ? buffer->data[--buffer->size] : -1; }
bool write(struct buffer *buffer, char c) { return buffer->size < 16 && (buffer->data[buffer->size++] = c, true); }
void close(struct buffer *buffer) { buffer->size = 0; }
int fcntl(struct buffer *buffer) { return buffer->size; }
int getpid(void) { return 1; }
void unlink(struct buffer *buffer) { close(buffer); }
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
