' control: imports nothing, and writes words in other cases.
Option Strict On
Option Explicit On

PUBLIC MODULE Ballot
    private function Count(text As String) As Dictionary(Of String, Integer)
        Return text.Split(" "c, StringSplitOptions.RemoveEmptyEntries).GroupBy(Function(name) name).
            ToDictionary(Function(g) g.Key, Function(g) g.Count())
    End Function

    public function Votes(text As String, name As String) As Integer
        RETURN COUNT(text).GetValueOrDefault(name)
    End Function

    ''' <summary>In percent.</summary>
    public function Share(text As String, name As String) As Integer
        Dim all = Count(text).Values.Sum()
        Return If(all = 0, 0, 100 * Votes(text, name) \ all)
    End Function

    ''' <summary>Most votes first, then by name.</summary>
    public function Ranking(text As String) As List(Of String)
        RETURN COUNT(text).OrderByDescending(Function(p) p.Value).ThenBy(Function(p) p.Key, StringComparer.Ordinal).
            Select(Function(p) p.Key).ToList()
    End Function

    public function Winner(text As String) As String
        Dim names = Ranking(text)
        If names.Count = 0 Then Throw New ArgumentException("nobody has voted")
        Return names(0)
    End Function
end module
