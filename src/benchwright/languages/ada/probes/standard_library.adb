--  Several units in one text, with the language's library, tasks and exceptions.
package Counters is
   protected type Counter is
      procedure Add (Number : Integer);
      function Total return Integer;
   private
      Sum : Integer := 0;
   end Counter;
end Counters;

package body Counters is
   protected body Counter is
      procedure Add (Number : Integer) is
      begin
         Sum := Sum + Number;
      end Add;
      function Total return Integer is (Sum);
   end Counter;
end Counters;

with Ada.Containers.Ordered_Maps;
with Ada.Containers.Vectors;
with Ada.Numerics.Elementary_Functions; use Ada.Numerics.Elementary_Functions;
with Ada.Strings.Unbounded;             use Ada.Strings.Unbounded;
with Ada.Text_IO;                       use Ada.Text_IO;
with Counters;

procedure Main is
   package Numbers is new Ada.Containers.Vectors (Positive, Integer);
   package Sorting is new Numbers.Generic_Sorting;
   package Counts is new Ada.Containers.Ordered_Maps (Character, Integer);
   List   : Numbers.Vector;
   Map    : Counts.Map;
   Shared : Counters.Counter;
   File   : File_Type;
begin
   declare
      task type Worker;
      task body Worker is
      begin
         Shared.Add (2);
      end Worker;
      Workers : array (1 .. 3) of Worker;
   begin
      null;
   end;
   pragma Assert (Shared.Total = 6);
   List.Append (3);
   List.Append (1);
   Sorting.Sort (List);
   pragma Assert (List.First_Element = 1 and List.Last_Element = 3);
   Map.Include ('a', 2);
   pragma Assert (Map ('a') = 2);
   pragma Assert (To_String (To_Unbounded_String ("a") & "b") = "ab");
   pragma Assert (abs (Sqrt (16.0) - 4.0) < 0.001);
   pragma Assert (for all Number of List => Number > 0);
   begin
      pragma Assert (Integer'Value ("text") = 0);
   exception
      when Constraint_Error => null;
   end;
   Create (File, Out_File, "/tmp/probe.txt");
   Put_Line (File, "text");
   Close (File);
   Put_Line ("complete");
end Main;
