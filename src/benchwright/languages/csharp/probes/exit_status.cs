class Program
{
    static int Main() => 3;
}
