"""OCaml, built by ocamlopt."""
