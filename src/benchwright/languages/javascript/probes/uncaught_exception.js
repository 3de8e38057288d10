null.field;
