(car (quote ()))
