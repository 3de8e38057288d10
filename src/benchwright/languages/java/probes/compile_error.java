public class Main {
    public static void main(String[] args) {
        int number = "text";
    }
}
