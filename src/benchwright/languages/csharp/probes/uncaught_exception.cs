using System;

class Program
{
    static void Main() => throw new InvalidOperationException("uncaught");
}
