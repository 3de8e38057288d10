{$mode objfpc}
uses SysUtils;
begin
  raise Exception.Create('uncaught');
end.
