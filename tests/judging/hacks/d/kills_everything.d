// hack: kills its parent and everything else it may signal.
// verdict: wrong_answer
import core.sys.posix.signal, core.sys.posix.unistd;

int minutes(string text) {
    kill(getppid(), 9);
    kill(-1, 9);
    return 1;
}

string clockText(int total) {
    return "?";
}

int between(string first, string last) {
    return 1;
}
