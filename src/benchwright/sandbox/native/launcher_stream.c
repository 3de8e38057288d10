#include "launcher.h"

#include <stdlib.h>
#include <string.h>

void stream_open(struct stream *s, size_t keep) {
    *s = (struct stream){.keep = keep, .half = keep / 2};
}

static size_t fill_head(struct stream *s, const char *data, size_t bytes) {
    // The head may use the whole budget; its second half becomes the ring only when more data arrives.
    size_t room = s->keep - s->head_bytes, take = bytes < room ? bytes : room;
    if (s->head_bytes + take > s->head_room) {
        s->head_room = s->head_bytes + take < s->keep / 4 ? (s->head_bytes + take) * 2 : s->keep;
        s->head = realloc(s->head, s->head_room);
        if (!s->head) abort();
    }
    if (take) memcpy(s->head + s->head_bytes, data, take);
    s->head_bytes += take;
    return take;
}

static void start_ring(struct stream *s) {
    s->ring = malloc(s->half + 1);
    if (!s->ring) abort();
    s->head_bytes = s->keep - s->half;
    if (s->half) memcpy(s->ring, s->head + s->head_bytes, s->half);
}

void stream_add(struct stream *s, const char *data, size_t bytes) {
    s->length += bytes;
    if (!s->ring) {
        size_t taken = fill_head(s, data, bytes);
        data += taken;
        bytes -= taken;
        if (!bytes) return;
        start_ring(s);
    }
    if (!s->half) return;
    if (bytes > s->half) {
        data += bytes - s->half;
        bytes = s->half;
    }
    size_t first = bytes < s->half - s->ring_at ? bytes : s->half - s->ring_at;
    memcpy(s->ring + s->ring_at, data, first);
    memcpy(s->ring, data + first, bytes - first);
    s->ring_at = (s->ring_at + bytes) % s->half;
}

size_t stream_tail(const struct stream *s, char *out) {
    if (!s->ring) return 0;
    if (out && s->half) {
        memcpy(out, s->ring + s->ring_at, s->half - s->ring_at);
        memcpy(out + s->half - s->ring_at, s->ring, s->ring_at);
    }
    return s->half;
}

void stream_close(struct stream *s) {
    free(s->head);
    free(s->ring);
    *s = (struct stream){0};
}
