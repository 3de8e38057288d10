--  Reports how the tests of a joined program ended; proof.c speaks with the judge. The protocol is described in
--  benchwright/languages/join.py. Compiled once for each toolchain.

with Ada.Exceptions;

package Benchwright_Driver is

   type Line_Numbers is array (Positive range <>) of Natural;

   --  The tests raised an exception. Raises: the lines on which their own text raises some.
   procedure Report (Error : Ada.Exceptions.Exception_Occurrence; Raises : Line_Numbers);

   --  The tests have run to their end.
   procedure Finish (Executed : Natural);

   --  The tests end the program themselves: with status 0 they are complete.
   procedure Exit_Of_Tests (Line : Natural; Status : Integer);
   pragma No_Return (Exit_Of_Tests);

end Benchwright_Driver;
