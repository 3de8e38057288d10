(format t "~a~%" (+ (read) (read)))
(format t "~a~%" (string-upcase (read-line)))
(format t "~{~a~%~}" (last sb-ext:*posix-argv* 2))
