public class Main {
    public static void main(String[] args) {
        System.out.println("before");
        assert 1 + 1 == 3 : "sum";
        System.out.println("after");
    }
}
