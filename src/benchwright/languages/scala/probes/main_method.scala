package com.example

@main def start(): Unit =
  println("started")
