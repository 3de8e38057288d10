class Program
{
    static void Main()
    {
        int number = "text";
    }
}
