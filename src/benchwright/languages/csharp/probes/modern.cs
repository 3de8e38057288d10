// Top-level statements without any using, as in a new project.
var point = new Point(1, 2);
string where = point switch { (0, 0) => "here", { X: > 0 and < 10 } => "far", _ => "unknown" };
List<int> squares = [.. Enumerable.Range(0, 4).Select(n => n * n)];
await Task.Delay(1);
Console.WriteLine($"{point} {where} {string.Join(',', squares)} {await Answer()}");

static async Task<int> Answer()
{
    await Task.Yield();
    return 42;
}

record Point(int X, int Y);
