package io.perfstarter.reporting.request;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

import io.micrometer.observation.transport.SenderContext;
import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.remote.RemoteCalls;
import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.support.ApplicationCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import org.springframework.core.task.VirtualThreadTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link StackSampler}, with real threads.
 */
class StackSamplerTests {

	private final ConnectionRecorder connections = new ConnectionRecorder();

	private final RemoteCallRecorder calls = new RemoteCallRecorder();

	private final StackReader reader = new StackReader(new ApplicationCode(Set.of("io.perfstarter.reporting.request")));

	private final StackSampler sampler = new StackSampler(new Random(7), this::now, this.reader,
			new AwaitedTasks(this.reader, this.connections, this.calls));

	private long now = System.nanoTime() + Duration.ofHours(1).toNanos();

	private long step;

	private final CountDownLatch over = new CountDownLatch(1);

	private final List<Thread> threads = new ArrayList<>();

	@AfterEach
	void end() throws InterruptedException {
		this.over.countDown();
		for (Thread thread : this.threads) {
			thread.join();
		}
	}

	@Test
	void readsALimitedNumberAtOnce() {
		List<TimeBreakdown> requests = waiting(100);
		sample(requests);
		assertThat(samples(requests)).isEqualTo(StackSampler.MOST);
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void readsALimitedNumberOfVirtualThreads() {
		List<TimeBreakdown> requests = Collections.synchronizedList(new ArrayList<>());
		VirtualThreadTaskExecutor executor = new VirtualThreadTaskExecutor("slow-");
		for (int i = 0; i < 10_000; i++) {
			TimeBreakdown request = new TimeBreakdown(System.nanoTime(), -1, () -> 0, new TestFigures());
			executor.submit(() -> {
				request.addThread(Thread.currentThread());
				requests.add(request);
				this.over.await();
				return null;
			});
		}
		await().until(() -> requests.size() == 10_000);
		for (int tick = 1; tick <= 10; tick++) {
			sample(requests);
			assertThat(samples(requests)).isEqualTo(tick * StackSampler.MOST);
		}
		assertThat(this.sampler.next()).hasSizeLessThanOrEqualTo(StackSampler.SampledStacks.MOST);
	}

	@Test
	void readsEachRequestAtSomeTime() {
		List<TimeBreakdown> requests = waiting(40);
		for (int round = 0; round < 200; round++) {
			sample(requests);
		}
		assertThat(requests).allMatch((request) -> served(request).all() > 0);
	}

	@Test
	void namesTheLockAndWhoHoldsIt() {
		ReentrantLock lock = new ReentrantLock();
		CountDownLatch held = new CountDownLatch(1);
		start(() -> {
			lock.lock();
			held.countDown();
			this.over.await();
			lock.unlock();
		});
		TimeBreakdown request = request(() -> {
			held.await();
			lock.lock();
			lock.unlock();
		});
		await().until(lock::hasQueuedThreads);
		sample(List.of(request));
		ThreadSamples samples = served(request);
		assertThat(samples.seen().get(0).position().activity()).isEqualTo(Activity.LOCK);
		assertThat(samples.seen().get(0).position().detail()).startsWith("java.util.concurrent.locks.ReentrantLock")
			.contains("that a thread holds in ");
	}

	@Test
	void deadlockIsNamed() {
		ReentrantLock one = new ReentrantLock();
		ReentrantLock other = new ReentrantLock();
		CountDownLatch held = new CountDownLatch(2);
		start(() -> lockBoth(one, other, held));
		TimeBreakdown request = request(() -> lockBoth(other, one, held));
		await().until(() -> one.hasQueuedThreads() && other.hasQueuedThreads());
		sample(List.of(request));
		this.threads.forEach(Thread::interrupt);
		assertThat(served(request).seen().get(0).position().detail()).contains("ReentrantLock")
			.endsWith(", in a deadlock");
	}

	private static void lockBoth(ReentrantLock first, ReentrantLock second, CountDownLatch held) throws Exception {
		first.lock();
		try {
			held.countDown();
			held.await();
			second.lockInterruptibly();
		}
		catch (InterruptedException ex) {
			// The deadlock is over.
		}
		finally {
			first.unlock();
		}
	}

	@Test
	void whatAHelperDoesIsSeenAtTheSameLook() {
		FutureTask<Integer> task = new FutureTask<>(() -> 1);
		TimeBreakdown request = request(task::get);
		Thread helper = start(StackSamplerTests::sleep);
		await().until(() -> helper.getState() == Thread.State.TIMED_WAITING);
		request.addThread(helper);
		sample(List.of(request));
		helper.interrupt();
		task.cancel(false);
		assertThat(served(request).seen()).singleElement()
			.satisfies((seen) -> assertThat(seen.position().activity()).isEqualTo(Activity.SLEEP));
	}

	@Test
	void whatATaskExecutesIsSeen() {
		ConnectionUsage connection = mock();
		Execution execution = new Execution("select 'secret'", Kind.QUERY, true, 0);
		FutureTask<Integer> task = new FutureTask<>(() -> {
			this.connections.executing(connection, execution);
			try {
				return sleep();
			}
			finally {
				this.connections.executed(connection, execution, 1, null);
			}
		});
		Thread thread = new Thread(task);
		thread.start();
		TimeBreakdown request = request(task::get);
		await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
		sample(List.of(request));
		thread.interrupt();
		assertThat(served(request).seen()).singleElement()
			.satisfies((seen) -> assertThat(seen.position().activity()).isEqualTo(Activity.STATEMENT))
			.satisfies((seen) -> assertThat(seen.position().detail()).isEqualTo("select ?"));
		await().until(() -> this.connections.statementOf(thread.getId()) == null);
	}

	@Test
	void aTaskThatWaitsForASignalIsSeen() {
		FutureTask<Boolean> task = new FutureTask<>(this::awaitSignal);
		Thread thread = new Thread(task);
		thread.start();
		this.threads.add(thread);
		TimeBreakdown request = request(task::get);
		await().until(() -> thread.getState() == Thread.State.WAITING);
		sample(List.of(request));
		assertThat(served(request).seen()).singleElement()
			.satisfies((seen) -> assertThat(seen.position().activity()).isEqualTo(Activity.SIGNAL));
	}

	private boolean awaitSignal() throws InterruptedException {
		this.over.await();
		return true;
	}

	private static int sleep() throws InterruptedException {
		Thread.sleep(60_000);
		return 1;
	}

	@Test
	void whatATaskCallsIsKnown() {
		RemoteCalls observer = new RemoteCalls(List.of(this.calls), Set.of());
		SenderContext<Object> call = new SenderContext<>((carrier, key, value) -> {
		});
		call.setName("mail");
		observer.onStart(call);
		assertThat(this.calls.targetOf(Thread.currentThread().getId())).isEqualTo("mail");
		observer.onStop(call);
		assertThat(this.calls.targetOf(Thread.currentThread().getId())).isNull();
	}

	@Test
	void callDuringAHandshakeOfItsClientOpensAConnection() throws Exception {
		SlowTrust trust = new SlowTrust();
		SSLContext tls = SSLContext.getInstance("TLS");
		tls.init(null, new TrustManager[] { trust }, null);
		try (SSLServerSocket server = secureServer()) {
			start(() -> {
				try (SSLSocket socket = (SSLSocket) server.accept()) {
					socket.startHandshake();
				}
				catch (IOException ex) {
					// The client does not trust this server.
				}
			});
			HttpRequest call = HttpRequest.newBuilder(URI.create("https://localhost:" + server.getLocalPort())).build();
			TimeBreakdown request = new TimeBreakdown(System.nanoTime(), -1, () -> 0, new TestFigures());
			Thread caller = start(() -> {
				request.addThread(Thread.currentThread());
				request.begin(TimeComponent.REMOTE, call, System.nanoTime());
				assertThatIOException().isThrownBy(
						() -> HttpClient.newBuilder().sslContext(tls).build().send(call, BodyHandlers.discarding()));
			});
			trust.asked.await();
			await().until(() -> caller.getState() == Thread.State.WAITING);
			sample(List.of(request));
			trust.thinks = false;
			assertThat(served(request).in(TimeComponent.REMOTE).seen()).singleElement()
				.satisfies((seen) -> assertThat(seen.position().activity()).isEqualTo(Activity.CONNECTING));
		}
	}

	private static SSLServerSocket secureServer() throws Exception {
		KeyStore store = KeyStore.getInstance("PKCS12");
		char[] password = "test-only".toCharArray();
		try (InputStream in = StackSamplerTests.class.getResourceAsStream("/io/perfstarter/coherence/peers.p12")) {
			store.load(in, password);
		}
		KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
		keys.init(store, password);
		SSLContext tls = SSLContext.getInstance("TLS");
		tls.init(keys.getKeyManagers(), null, null);
		return (SSLServerSocket) tls.getServerSocketFactory().createServerSocket(0);
	}

	@Test
	void threadThatHasEndedIsNotSeen() throws InterruptedException {
		TimeBreakdown request = new TimeBreakdown(System.nanoTime(), -1, () -> 0, new TestFigures());
		Thread ended = new Thread(() -> {
		});
		ended.start();
		ended.join();
		request.addThread(ended);
		sample(List.of(request));
		assertThat(served(request)).isEqualTo(ThreadSamples.NONE);
	}

	@Test
	void restsForAHundredTimesAsLongAsItHasWorked() {
		restsFor(Duration.ofMillis(9), Duration.ofMillis(900));
	}

	@Test
	void restsForASecondAtMost() {
		restsFor(Duration.ofMillis(60), Duration.ofSeconds(1));
	}

	private void restsFor(Duration worked, Duration rest) {
		List<TimeBreakdown> requests = waiting(1);
		this.step = worked.toNanos();
		sample(requests);
		this.step = 0;
		this.now += rest.toNanos() - 1;
		sample(requests);
		assertThat(samples(requests)).isOne();
		this.now++;
		sample(requests);
		assertThat(samples(requests)).isEqualTo(2);
	}

	private long now() {
		this.now += this.step;
		return this.now;
	}

	private void sample(List<TimeBreakdown> requests) {
		this.sampler.sample(requests, 0);
	}

	private List<TimeBreakdown> waiting(int number) {
		return IntStream.range(0, number).mapToObj((i) -> request(this.over::await)).toList();
	}

	private TimeBreakdown request(Work work) {
		TimeBreakdown request = new TimeBreakdown(System.nanoTime(), -1, () -> 0, new TestFigures());
		Thread thread = start(work);
		await().pollInterval(Duration.ofMillis(1)).until(() -> thread.getState() == Thread.State.WAITING);
		request.addThread(thread);
		return request;
	}

	private Thread start(Work work) {
		Thread thread = work.start();
		this.threads.add(thread);
		return thread;
	}

	private static int samples(List<TimeBreakdown> requests) {
		return requests.stream().mapToInt((request) -> served(request).all()).sum();
	}

	private static ThreadSamples served(TimeBreakdown request) {
		return request.served("GET /", "", 200, Instant.EPOCH).figures().samples();
	}

	/**
	 * Computes for as long as it is wanted, and trusts nobody.
	 */
	private static final class SlowTrust extends X509ExtendedTrustManager {

		private final CountDownLatch asked = new CountDownLatch(1);

		private volatile boolean thinks = true;

		@Override
		public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
				throws CertificateException {
			this.asked.countDown();
			while (this.thinks) {
				Thread.onSpinWait();
			}
			throw new CertificateException();
		}

		@Override
		public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
		}

		@Override
		public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
		}

		@Override
		public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
		}

		@Override
		public void checkClientTrusted(X509Certificate[] chain, String type) {
		}

		@Override
		public void checkServerTrusted(X509Certificate[] chain, String type) {
		}

		@Override
		public X509Certificate[] getAcceptedIssuers() {
			return new X509Certificate[0];
		}

	}

}
