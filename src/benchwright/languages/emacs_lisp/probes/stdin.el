(princ (format "%d\n" (apply #'+ (mapcar #'string-to-number (split-string (read-string ""))))))
(princ (concat (upcase (read-string "")) "\n"))
(while argv
  (princ (concat (pop argv) "\n")))
