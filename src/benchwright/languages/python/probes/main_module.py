"""The program is the main module, as when the interpreter starts it: its classes pickle and its source can be read."""

import inspect
import os
import pickle
import sys


class Point:
    x = 1


assert __name__ == "__main__" and sys.modules["__main__"].Point is Point
assert pickle.loads(pickle.dumps(Point())).x == 1
assert "x = 1" in inspect.getsource(Point)
print(os.path.basename(__file__), sys.argv[1:])
