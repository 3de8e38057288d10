"""Notes which lines of the solution run; stands before the driver's entry."""


def start_trace(path="/workspace/solution.py", result="/workspace/benchwright_coverage.json"):
    import atexit
    import posix
    import sys
    import threading

    executed = set()

    def in_solution(frame, event, argument):
        if event == "line":
            executed.add(frame.f_lineno)
        return in_solution

    def everywhere(frame, event, argument):
        return in_solution if frame.f_code.co_filename == path else None

    def lines_of(code):
        # The first line of a function's code is its head, which belongs to the code around it.
        found = {line for _, _, line in code.co_lines() if line}
        if code.co_name != "<module>" and code.co_name[0] != "<":
            found.discard(code.co_firstlineno)
        for constant in code.co_consts:
            if isinstance(constant, type(code)):
                found |= lines_of(constant)
        return found

    def write():
        try:
            with open(path, "rb") as file:
                lines = lines_of(compile(file.read(), path, "exec", dont_inherit=True))
            text = repr([sorted(lines), sorted(executed & lines)])
            with open(result, "w") as file:
                file.write(text)
        except Exception:
            pass

    def leave(status, end=posix._exit):
        write()
        end(status)

    set_trace = sys.settrace
    atexit.register(write)
    posix._exit = leave
    threading.settrace(everywhere)
    set_trace(everywhere)
    # Each thread asks for its own trace by this name; nobody else may end ours.
    sys.settrace = lambda function: set_trace(everywhere) if function is everywhere else None


start_trace()
