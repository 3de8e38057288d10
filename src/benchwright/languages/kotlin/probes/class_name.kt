package com.example

object Program {
    @JvmStatic
    fun main(args: Array<String>) {
        println("started in ${Program::class.java.name}")
    }
}
