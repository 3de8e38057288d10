const nothing: any = null;
nothing.field;
