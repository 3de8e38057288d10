(println "x"
