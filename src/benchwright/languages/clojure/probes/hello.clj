(println "hello")
