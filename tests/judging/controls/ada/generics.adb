-- control: is made of generics, tagged types and contracts.
package Times is
   No_Time : exception;
   function Minutes (Text : String) return Natural;
   function Clock_Text (Total : Integer) return String;
   function Between (First, Last : String) return Natural;
end Times;

package body Times is
   generic
      type Item is private;
      with function "+" (A, B : Item) return Item is <>;
   function Sum (A, B : Item) return Item;
   function Sum (A, B : Item) return Item is (A + B);
   function Add is new Sum (Integer);
   type Shape is tagged record
      Side : Natural := 0;
   end record;
   function Area (Self : Shape) return Natural is (Self.Side ** 2)
     with Post => Area'Result >= 0;

   function Minutes (Text : String) return Natural is
      Hour, Minute : Natural;
   begin
      if Text'Length /= 5 or else Text (Text'First + 2) /= ':' then
         raise No_Time with Text;
      end if;
      Hour := Natural'Value (Text (Text'First .. Text'First + 1));
      Minute := Natural'Value (Text (Text'First + 3 .. Text'Last));
      if Hour > 23 or else Minute > 59 then
         raise No_Time with Text;
      end if;
      return Hour * 60 + Minute;
   end Minutes;

   function Two (Number : Natural) return String is
      Image : constant String := Natural'Image (100 + Number);
   begin
      return Image (Image'Last - 1 .. Image'Last);
   end Two;

   function Clock_Text (Total : Integer) return String is
      Wrapped : constant Natural := Total mod 1440;
   begin
      pragma Assert (Add (1, 2) = 3 and then Shape'(Side => 2).Area = 4);
      return Two (Wrapped / 60) & ":" & Two (Wrapped mod 60);
   end Clock_Text;

   function Between (First, Last : String) return Natural is
   begin
      return (Minutes (Last) - Minutes (First)) mod 1440;
   end Between;

end Times;
