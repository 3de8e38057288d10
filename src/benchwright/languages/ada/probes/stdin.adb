with Ada.Characters.Handling; use Ada.Characters.Handling;
with Ada.Command_Line;        use Ada.Command_Line;
with Ada.Integer_Text_IO;     use Ada.Integer_Text_IO;
with Ada.Text_IO;             use Ada.Text_IO;

procedure Main is
   A, B : Integer;
begin
   Get (A);
   Get (B);
   Skip_Line;
   Put (A + B, Width => 1);
   New_Line;
   Put_Line (To_Upper (Get_Line));
   for I in 1 .. Argument_Count loop
      Put_Line (Argument (I));
   end loop;
end Main;
