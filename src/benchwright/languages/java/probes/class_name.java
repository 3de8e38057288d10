package com.example;

interface Greeting {
    String text();
}

public class Program implements Greeting {
    public String text() {
        return "started in " + getClass().getName();
    }

    public static void main(String[] args) {
        System.out.println(new Program().text());
    }
}
