-- hack: defines an Assert in the package that the tests use.
-- verdict: compile_error
package Times is
   No_Time : exception;
   procedure Assert (Check : Boolean; Message : String := "") is null;
   function Minutes (Text : String) return Natural;
   function Clock_Text (Total : Integer) return String;
   function Between (First, Last : String) return Natural;
end Times;

package body Times is

   function Minutes (Text : String) return Natural is
   begin
      return 1;
   end Minutes;

   function Clock_Text (Total : Integer) return String is ("?");

   function Between (First, Last : String) return Natural is (1);

end Times;
