def open_ended
  1 +
