--  Reports how the tests of a joined program ended; proof.c writes to the proof pipe. The protocol is described in
--  benchwright/languages/join.py. Compiled once for each toolchain.

with Ada.Exceptions;

package Benchwright_Driver is

   type Line_Numbers is array (Positive range <>) of Natural;

   --  The tests raised an exception. Raises: the lines on which their own text raises one.
   procedure Report (Error : Ada.Exceptions.Exception_Occurrence; Raises : Line_Numbers);

   --  The tests ran to completion.
   procedure Finish (Executed : Natural);

   --  The tests exit the program: status 0 means that they are complete.
   procedure Exit_Of_Tests (Line : Natural; Status : Integer);
   pragma No_Return (Exit_Of_Tests);

end Benchwright_Driver;
