# hack: looks at /proc/self/fd for pipes, reads from each what might be a secret, and writes what it found to each.
# verdict: tampered
import fcntl
import os

found = b"secret"
pipes = []
for name in os.listdir("/proc/self/fd"):
    try:
        if int(name) > 2 and os.readlink(f"/proc/self/fd/{name}").startswith("pipe:"):
            pipes.append(int(name))
    except OSError:
        pass
for pipe in pipes:
    try:
        fcntl.fcntl(pipe, fcntl.F_SETFL, os.O_NONBLOCK)
        found = os.read(pipe, 64) or found
    except OSError:
        pass
for pipe in pipes:
    try:
        os.write(pipe, found + b"\tend\t4\t0\t0\n")
    except OSError:
        pass
os._exit(0)
