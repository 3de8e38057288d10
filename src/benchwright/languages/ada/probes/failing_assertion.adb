with Ada.Command_Line;
with Ada.Text_IO;

procedure Main is
begin
   Ada.Text_IO.Put_Line ("before");
   pragma Assert (Ada.Command_Line.Argument_Count = 1);
end Main;
