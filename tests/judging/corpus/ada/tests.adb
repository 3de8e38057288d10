with Ada.Assertions; use Ada.Assertions;
with Ada.Text_IO;    use Ada.Text_IO;
with GNAT.OS_Lib;
with Times;          use Times;

procedure Test_Times is

   procedure Check (Got, Want : String) is
   begin
      if Got /= Want then
         raise Program_Error with "got " & Got & ", want " & Want;
      end if;
   end Check;

   Refused : Boolean := False;

begin
   pragma Assert (Minutes ("09:30") = 570);
   pragma Assert (Minutes ("00:00") = 0, "midnight");
   begin
      Put_Line (Natural'Image (Minutes ("24:61")));
   exception
      when No_Time => Refused := True;
   end;
   Assert (Refused, "24:61");
   Assert (Between ("00:00", "00:02") = 2);
   Check (Clock_Text (570), "09:30");
   Check (Clock_Text (-60), "23:00");
   if Between ("22:30", "06:00") /= 450 then
      Put_Line ("between");
      GNAT.OS_Lib.OS_Exit (1);
   end if;
end Test_Times;
