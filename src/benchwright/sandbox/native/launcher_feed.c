#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Watched only while something is left to write: a pipe without a reader is always ready.
static void feed_ready(struct watched *w, uint32_t events) {
    (void)events;
    struct feed *f = (struct feed *)w;
    ssize_t n = write(w->fd, f->data + f->sent, f->bytes - f->sent);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n < 0) job_fail(f->job, "the service closed its input");
    f->sent += n < 0 ? f->bytes - f->sent : (size_t)n;
    if (f->sent < f->bytes) return;
    f->sent = f->bytes = 0;
    pause_watch(w);
}

int feed_open(struct feed *f, struct job *job) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) return -1;
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    *f = (struct feed){.watched = {feed_ready, ends[1]}, .job = job, .idle = true};
    return ends[0];
}

void feed_add(struct feed *f, const char *data, size_t bytes) {
    f->data = realloc(f->data, f->bytes + bytes);
    if (!f->data) abort();
    memcpy(f->data + f->bytes, data, bytes);
    if (!f->bytes) watch_fd(&f->watched, POLLOUT);
    f->bytes += bytes;
}

void feed_close(struct feed *f) {
    unwatch_fd(&f->watched);
    free(f->data);
}
