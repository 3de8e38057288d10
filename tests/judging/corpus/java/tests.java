import java.util.*;

public class Main {
    static void check(Object got, Object wanted) {
        if (!Objects.equals(got, wanted)) {
            throw new AssertionError(got + " instead of " + wanted);
        }
    }

    public static void main(String[] args) {
        check(Ballot.votes("ann bob ann", "ann"), 2);
        check(Ballot.share("ann bob bob bob", "bob"), 75);
        assert Ballot.ranking("cid bob ann bob").equals(List.of("bob", "ann", "cid")) : "by votes, then by name";
        assert Ballot.ranking("fay").equals(List.of("fay"));
        boolean refused = false;
        try {
            Ballot.winner(" ");
        } catch (IllegalArgumentException error) {
            refused = true;
        }
        assert refused;
        if (!Ballot.winner("eve dan eve").equals("eve")) {
            System.err.println("another winner");
            System.exit(1);
        }
    }
}
