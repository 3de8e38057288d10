with Ada.Command_Line;
with Ada.Strings.Fixed;
with Ada.Text_IO;
with GNAT.OS_Lib;
with GNAT.Traceback.Symbolic;
with Interfaces.C; use Interfaces.C;

package body Benchwright_Driver is

   use Ada.Exceptions;
   use Ada.Strings.Fixed;

   function Send_Fail (Kind, Name, Place, Message : char_array) return long;
   pragma Import (C, Send_Fail, "benchwright_fail");

   function Send_End (Executed, Failed, Skipped : int) return long;
   pragma Import (C, Send_End, "benchwright_end_of");

   --  The status passed to Ada.Command_Line.Set_Exit_Status.
   Exit_Status : Integer;
   pragma Import (C, Exit_Status, "gnat_exit_status");

   Tests_File : constant String := "tests.adb";

   procedure Send (Kind, Name, Place, Message : String) is
      Sent : constant long := Send_Fail (To_C (Kind), To_C (Name), To_C (Place), To_C (Message));
      pragma Unreferenced (Sent);
   begin
      null;
   end Send;

   function Image (Number : Natural) return String is
     (Ada.Strings.Fixed.Trim (Natural'Image (Number), Ada.Strings.Left));

   function Digits_At (Text : String; First : Positive) return String is
      Last : Natural := First - 1;
   begin
      while Last < Text'Last and then Text (Last + 1) in '0' .. '9' loop
         Last := Last + 1;
      end loop;
      return Text (First .. Last);
   end Digits_At;

   --  The innermost line in either text, such as "tests.adb:12".
   function Place_In (Trace : String) return String is
      Mark : Natural := Trace'First;
   begin
      loop
         Mark := Index (Trace, " at ", Mark);
         exit when Mark = 0;
         declare
            Rest : constant String := Trace (Mark + 4 .. Trace'Last);
            Colon : constant Natural := Index (Rest, ":");
         begin
            exit when Colon = 0;
            if Rest (Rest'First .. Colon - 1) in "tests.adb" | "solution.adb" then
               return Rest (Rest'First .. Colon) & Digits_At (Rest, Colon + 1);
            end if;
         end;
         Mark := Mark + 4;
      end loop;
      return "";
   end Place_In;

   function Is_In_Tests (Place : String) return Boolean is (Head (Place, Tests_File'Length) = Tests_File);

   function Is_Raised_There (Place : String; Raises : Line_Numbers) return Boolean is
     (for some Line of Raises => Place = Tests_File & ":" & Image (Line));

   --  The language's own checks say, for example, "tests.adb:12 index check failed".
   function Is_Check_Of_Language (Message : String) return Boolean is
     (Is_In_Tests (Message) and then Index (Message, " ") > 0 and then Index (Message, "explicit raise") = 0);

   procedure Report (Error : Exception_Occurrence; Raises : Line_Numbers) is
      Full_Name : constant String := Exception_Name (Error);
      Dot : constant Natural := Index (Full_Name, ".", Ada.Strings.Backward);
      Name : constant String := Full_Name (Dot + 1 .. Full_Name'Last);
      Message : constant String := Exception_Message (Error);
      Place : constant String := Place_In (GNAT.Traceback.Symbolic.Symbolic_Traceback (Error));
      Asserted : constant Boolean := Name = "ASSERTION_ERROR" and then Head (Message, 7) /= "failed ";
   begin
      if Is_In_Tests (Place)
        and then (Asserted or else Is_Raised_There (Place, Raises))
        and then not Is_Check_Of_Language (Message)
      then
         Send ("assertion", Name, Place, Message);
      else
         Send ("error", Name, Place, Message);
      end if;
      Ada.Text_IO.Put_Line (Ada.Text_IO.Standard_Error, "raised " & Full_Name & " : " & Message);
      Ada.Command_Line.Set_Exit_Status (1);
   end Report;

   procedure Finish (Executed : Natural) is
   begin
      if Exit_Status /= 0 then
         Send ("exit", "Set_Exit_Status", "", "the tests set another status than 0");
      else
         declare
            Sent : constant long := Send_End (int (Executed), 0, 0);
            pragma Unreferenced (Sent);
         begin
            null;
         end;
      end if;
   end Finish;

   procedure Exit_Of_Tests (Line : Natural; Status : Integer) is
   begin
      if Status = 0 then
         Finish (1);
      else
         Send ("exit", "OS_Exit", Tests_File & ":" & Image (Line), "");
      end if;
      GNAT.OS_Lib.OS_Exit (Status);
   end Exit_Of_Tests;

end Benchwright_Driver;
