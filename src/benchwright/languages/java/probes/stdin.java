import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        System.out.println(scanner.nextInt() + scanner.nextInt());
        System.out.println(scanner.next().toUpperCase());
        for (String argument : args) {
            System.out.println(argument);
        }
    }
}
