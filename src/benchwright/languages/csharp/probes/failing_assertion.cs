using System;
using System.Diagnostics;

Console.WriteLine("before");
Debug.Assert(1 + 1 == 3);
Console.WriteLine("after");
