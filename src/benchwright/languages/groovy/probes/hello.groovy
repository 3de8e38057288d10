println "hello"
