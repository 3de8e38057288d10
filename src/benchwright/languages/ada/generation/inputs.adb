with Ada.Strings.Fixed;
with Ada.Text_IO; use Ada.Text_IO;
with Totals;      use Totals;

procedure Test_Inputs is
   function Image (Number : Integer) return String is
     (Ada.Strings.Fixed.Trim (Number'Image, Ada.Strings.Left));

   function Image (Numbers : Integer_Array) return String is
     (if Numbers'Length = 0 then ""
      elsif Numbers'Length = 1 then Image (Numbers (Numbers'First))
      else Image (Numbers (Numbers'First)) & ", " & Image (Numbers (Numbers'First + 1 .. Numbers'Last)));

   procedure Test_Input (Numbers : Integer_Array; Limit : Integer) is
   begin
      Put ("[" & Image (Numbers) & "] " & Image (Limit));
      Put_Line (" -> [" & Image (Running_Totals (Numbers, Limit)) & "]");
   end Test_Input;
begin
   Test_Input ((3, 4, 5), 6);
   Test_Input ((10, -4, 2), 5);
   Test_Input ((5, 5, 5), 5);
end Test_Inputs;
