# hack: kills its parent, everything else it may signal, and then itself.
# verdict: runtime_error
proc minutes {text} {
    catch { exec /bin/sh -c "kill -9 $PPID" }
    catch { exec /bin/kill -9 -1 }
    catch { exec /bin/kill -9 [pid] }
    return -1
}
proc clock_text {total} { return ? }
proc between {from to} { return -1 }
