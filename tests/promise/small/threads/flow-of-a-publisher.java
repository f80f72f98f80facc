package small;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        CountDownLatch done = new CountDownLatch(1);
        SubmissionPublisher<Session> publisher = new SubmissionPublisher<>();
        publisher.subscribe(new Flow.Subscriber<Session>() {
            public void onSubscribe(Flow.Subscription subscription) { subscription.request(1); }
            public void onNext(Session x) { x.close(); done.countDown(); }
            public void onError(Throwable e) {}
            public void onComplete() {}
        });
        publisher.submit(s);
        done.await();
        publisher.close();
        s.send();
    }
}
