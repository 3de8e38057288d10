def input = System.in.newReader('UTF-8')
println input.readLine().split(' ').collect { it as int }.sum()
println input.readLine().toUpperCase()
args.each { println it }
