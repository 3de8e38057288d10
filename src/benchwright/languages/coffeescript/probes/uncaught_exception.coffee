null.field
