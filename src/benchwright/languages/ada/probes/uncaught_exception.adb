procedure Main is
begin
   raise Program_Error with "uncaught";
end Main;
