def f( {
  println "x"
