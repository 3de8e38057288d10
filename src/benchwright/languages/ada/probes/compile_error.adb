procedure Main is
   Number : Integer := "text";
begin
   null;
end Main;
