import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

class Main {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(200);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Thread thread = new Thread(() -> {
                started.countDown();
                try {
                    started.await();
                } catch (InterruptedException error) {
                    throw new IllegalStateException(error);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(threads.size() + " threads");
    }
}
