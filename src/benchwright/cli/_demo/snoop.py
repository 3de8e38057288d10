import os
import socket

found = []
for path in ("/etc/shadow", "/root/.ssh", "/home", "/proc/1/environ"):
    try:
        found.append(os.listdir(path) if os.path.isdir(path) else open(path).read())
    except OSError:
        pass
found += [name for _, name in socket.if_nameindex() if name != "lo"]
found += [name for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]
print(found or "found nothing")
