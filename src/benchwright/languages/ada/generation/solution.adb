package Totals is
   type Integer_Array is array (Positive range <>) of Integer;

   --  The running totals; after one that exceeds the limit, the next starts from 0.
   function Running_Totals (Numbers : Integer_Array; Limit : Integer) return Integer_Array;
end Totals;

package body Totals is
   function Running_Totals (Numbers : Integer_Array; Limit : Integer) return Integer_Array is
      Result : Integer_Array (Numbers'Range);
      Total  : Integer := 0;
   begin
      for Index in Numbers'Range loop
         Total := Total + Numbers (Index);
         Result (Index) := Total;
         if Total > Limit then
            Total := 0;
         end if;
      end loop;
      return Result;
   end Running_Totals;
end Totals;
