package io.perfstarter.reporting.request;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.zip.DeflaterOutputStream;

import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.Position;
import io.perfstarter.support.ApplicationCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link StackReader}, with real threads.
 */
class StackReaderTests {

	private final StackReader reader = new StackReader(new ApplicationCode(Set.of("com.acme")));

	private volatile boolean over;

	@AfterEach
	void end() {
		this.over = true;
	}

	@Test
	void monitor() {
		Object monitor = new Object();
		synchronized (monitor) {
			assertSeen(Activity.LOCK, () -> {
				synchronized (monitor) {
					this.over = true;
				}
			});
		}
	}

	@Test
	void lock() {
		ReentrantLock lock = new ReentrantLock();
		lock.lock();
		assertSeen(Activity.LOCK, lock::lock);
		lock.unlock();
	}

	@Test
	void lockOfWriters() {
		ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
		lock.writeLock().lock();
		assertSeen(Activity.LOCK, lock.readLock()::lock);
		lock.writeLock().unlock();
		StampedLock stamped = new StampedLock();
		long stamp = stamped.writeLock();
		assertSeen(Activity.LOCK, stamped::readLock);
		stamped.unlock(stamp);
	}

	@Test
	void sleep() {
		assertSeen(Activity.SLEEP, () -> Thread.sleep(60_000));
	}

	@Test
	void workOfAnotherThread() {
		Work sleep = () -> Thread.sleep(60_000);
		Thread other = sleep.start();
		assertSeen(Activity.TASK, other::join);
		other.interrupt();
		assertSeen(Activity.TASK, new CompletableFuture<>()::get);
		assertSeen(Activity.TASK, new FutureTask<>(() -> 1)::get);
	}

	@Test
	void signalOfAnotherThread() {
		assertSeen(Activity.SIGNAL, new CountDownLatch(1)::await);
		assertSeen(Activity.PERMIT, new Semaphore(0)::acquire);
		assertSeen(Activity.SIGNAL, new ArrayBlockingQueue<>(1)::take);
		assertSeen(Activity.SIGNAL, () -> {
			Object monitor = new Object();
			synchronized (monitor) {
				monitor.wait();
			}
		});
		assertSeen(Activity.SIGNAL, () -> {
			ReentrantLock lock = new ReentrantLock();
			lock.lock();
			lock.newCondition().await();
		});
	}

	@Test
	void network() throws IOException {
		try (ServerSocket server = silent();
				Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
			assertSeen(Activity.NETWORK, () -> socket.getInputStream().read());
		}
	}

	@Test
	void clientThatNobodyObserves() throws IOException {
		try (ServerSocket server = silent()) {
			URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort());
			assertSeen(Activity.HTTP_CALL, "the JDK's HTTP client", () -> HttpClient.newHttpClient()
				.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding()));
			assertSeen(Activity.HTTP_CALL, "HttpURLConnection", () -> uri.toURL().openStream());
			URI encrypted = URI.create("https://127.0.0.1:" + server.getLocalPort());
			assertSeen(Activity.CONNECTING, "HttpURLConnection", () -> encrypted.toURL().openStream());
			assertSeen(Activity.CONNECTING, () -> ((SSLSocket) SSLSocketFactory.getDefault()
				.createSocket(server.getInetAddress(), server.getLocalPort())).startHandshake());
		}
	}

	private static ServerSocket silent() throws IOException {
		return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
	}

	@Test
	void logThatIsSlow() {
		Logger logger = Logger.getAnonymousLogger();
		logger.addHandler(new Handler() {

			@Override
			public void publish(LogRecord entry) {
				LockSupport.park();
			}

			@Override
			public void flush() {
			}

			@Override
			public void close() {
			}

		});
		assertSeen(Activity.LOGGING, () -> logger.info("slow"));
	}

	@Test
	void computing() {
		assertSeen(Activity.COMPUTING, () -> {
			while (!this.over) {
				Thread.onSpinWait();
			}
		});
	}

	@Test
	void computingInALibrary() {
		byte[] bytes = new byte[1_000_000];
		new Random(1).nextBytes(bytes);
		assertSeen(Activity.COMPUTING, "compression", () -> {
			while (!this.over) {
				new DeflaterOutputStream(OutputStream.nullOutputStream()).write(bytes);
			}
		});
	}

	@Test
	void stackWithoutFrames() {
		assertThat(this.reader.read(Thread.State.RUNNABLE, new StackTraceElement[0], ""))
			.isEqualTo(new Position(Activity.COMPUTING, "", ""));
		assertThat(this.reader.read(Thread.State.WAITING, new StackTraceElement[0], ""))
			.isEqualTo(new Position(Activity.SIGNAL, "", ""));
	}

	@Test
	void lockOfAFile() {
		StackTraceElement lock = frame("sun.nio.ch.FileDispatcherImpl", "lock0", "FileDispatcherImpl.java", -2);
		StackTraceElement channel = frame("sun.nio.ch.FileChannelImpl", "lock", "FileChannelImpl.java", 1276);
		Position position = this.reader.read(Thread.State.RUNNABLE, new StackTraceElement[] { lock, channel }, "");
		assertThat(position.activity()).isEqualTo(Activity.LOCK);
	}

	@Test
	void threadsThatWaitForTheLookupOfAnotherOneLookUpAName() {
		StackTraceElement park = frame("jdk.internal.misc.Unsafe", "park", "Unsafe.java", -2);
		StackTraceElement lock = frame("java.util.concurrent.locks.ReentrantLock", "lock", "ReentrantLock.java", 322);
		StackTraceElement lookup = frame("java.net.InetAddress$NameServiceAddresses", "get", "InetAddress.java", 1010);
		StackTraceElement connect = frame("sun.net.www.http.HttpClient", "openServer", "HttpClient.java", 498);
		StackTraceElement orders = frame("com.acme.Orders", "find", "Orders.java", 42);
		Position expected = new Position(Activity.NAME_LOOKUP, "HttpURLConnection",
				"com.acme.Orders.find(Orders.java:42)");
		assertThat(this.reader.read(Thread.State.BLOCKED, new StackTraceElement[] { lookup, connect, orders }, "lock"))
			.isEqualTo(expected);
		assertThat(this.reader.read(Thread.State.WAITING,
				new StackTraceElement[] { park, lock, lookup, connect, orders }, "lock"))
			.isEqualTo(expected);
	}

	@Test
	void placeIsThatOfTheApplicationOrElseOfALibrary() {
		StackTraceElement park = frame("jdk.internal.misc.Unsafe", "park", "Unsafe.java", -2);
		StackTraceElement lettuce = frame("io.lettuce.core.LettuceFutures", "awaitOrCancel", "LettuceFutures.java", 9);
		StackTraceElement orders = frame("com.acme.Orders", "find", "Orders.java", 42);
		StackTraceElement tomcat = frame("org.apache.catalina.core.StandardWrapperValve", "invoke", "V.java", 1);
		assertThat(
				this.reader.read(Thread.State.WAITING, new StackTraceElement[] { park, lettuce, orders, tomcat }, ""))
			.isEqualTo(new Position(Activity.REMOTE_CALL, "Lettuce (Redis)", "com.acme.Orders.find(Orders.java:42)"));
		StackTraceElement mongo = frame("com.mongodb.internal.connection.BaseCluster", "select", "BaseCluster.java", 5);
		assertThat(this.reader.read(Thread.State.WAITING, new StackTraceElement[] { park, mongo, orders, tomcat }, ""))
			.isEqualTo(new Position(Activity.REMOTE_CALL, "MongoDB's driver", "com.acme.Orders.find(Orders.java:42)"));
		StackTraceElement pool = frame("org.apache.hc.core5.concurrent.BasicFuture", "get", "BasicFuture.java", 5);
		StackTraceElement apache = frame("org.apache.hc.client5.http.impl.classic.InternalExecRuntime",
				"acquireEndpoint", "I.java", 6);
		assertThat(this.reader.read(Thread.State.WAITING,
				new StackTraceElement[] { park, pool, apache, orders, tomcat }, ""))
			.isEqualTo(new Position(Activity.CLIENT_POOL, "Apache HttpClient", "com.acme.Orders.find(Orders.java:42)"));
		StackTraceElement appender = frame("ch.qos.logback.core.OutputStreamAppender", "append", "A.java", 7);
		StackTraceElement logger = frame("ch.qos.logback.classic.Logger", "info", "Logger.java", 8);
		assertThat(this.reader.read(Thread.State.WAITING,
				new StackTraceElement[] { park, appender, logger, orders, tomcat }, ""))
			.isEqualTo(new Position(Activity.LOGGING, "", "com.acme.Orders.find(Orders.java:42)"));
		assertThat(this.reader.read(Thread.State.WAITING, new StackTraceElement[] { park, tomcat }, "").place())
			.isEqualTo("org.apache.catalina.core.StandardWrapperValve.invoke(V.java:1)");
	}

	@Test
	void codeOutsideOfTheApplicationIsNoPlaceInIt() {
		StackTraceElement park = frame("jdk.internal.misc.Unsafe", "park", "Unsafe.java", -2);
		StackTraceElement binding = frame("org.glassfish.jaxb.runtime.v2.ContextFactory", "create", "C.java", 7);
		StackTraceElement orders = frame("com.acme.Orders", "find", "Orders.java", 42);
		assertThat(place(park, binding, orders)).isEqualTo("com.acme.Orders.find(Orders.java:42)");
		assertThat(place(park, binding)).isEqualTo("org.glassfish.jaxb.runtime.v2.ContextFactory.create(C.java:7)");
	}

	@Test
	void aHelperOfTheApplicationIsNamedWithWhatCallsIt() {
		StackTraceElement sleep = frame("jdk.internal.misc.Unsafe", "park", "Unsafe.java", -2);
		StackTraceElement pause = frame("com.acme.Pauses", "pause", "Pauses.java", 9);
		StackTraceElement retry = frame("com.acme.Pauses$Retry", "run", "Pauses.java", 20);
		StackTraceElement orders = frame("com.acme.Orders", "save", "Orders.java", 42);
		StackTraceElement tomcat = frame("org.apache.catalina.core.StandardWrapperValve", "invoke", "V.java", 1);
		assertThat(place(sleep, pause, retry, sleep, orders, tomcat))
			.isEqualTo("com.acme.Pauses.pause(Pauses.java:9), called by com.acme.Orders.save(Orders.java:42)");
		assertThat(this.reader.method(new StackTraceElement[] { pause, orders }))
			.isEqualTo("com.acme.Pauses.pause, called by com.acme.Orders.save");
	}

	@Test
	void aTaskThatItsCallerRunsIsNamedAsSuch() {
		StackTraceElement send = frame("com.acme.Mails", "send", "Mails.java", 12);
		StackTraceElement policy = frame("java.util.concurrent.ThreadPoolExecutor$CallerRunsPolicy",
				"rejectedExecution", "ThreadPoolExecutor.java", 1);
		StackTraceElement orders = frame("com.acme.Orders", "save", "Orders.java", 42);
		assertThat(place(send, policy, orders)).startsWith("com.acme.Mails.send(Mails.java:12)")
			.endsWith("run by the thread that submitted it because its executor is full");
		assertThat(place(orders, policy)).contains("because its executor is full");
		assertThat(place(orders, send)).doesNotContain("executor");
	}

	@Test
	void aFilterDoesNotCallTheController() {
		StackTraceElement orders = frame("com.acme.Orders", "save", "Orders.java", 42);
		StackTraceElement tomcat = frame("org.apache.catalina.core.ApplicationFilterChain", "doFilter", "F.java", 1);
		StackTraceElement filter = frame("com.acme.Tenants", "doFilter", "Tenants.java", 5);
		assertThat(place(orders, tomcat, filter)).isEqualTo("com.acme.Orders.save(Orders.java:42)");
	}

	private String place(StackTraceElement... stack) {
		return this.reader.read(Thread.State.WAITING, stack, "").place();
	}

	private static StackTraceElement frame(String type, String method, String file, int line) {
		String module = type.startsWith("jdk.") ? "java.base" : null;
		return new StackTraceElement(null, module, null, type, method, file, line);
	}

	private void assertSeen(Activity activity, Work work) {
		assertSeen(activity, "", work);
	}

	private void assertSeen(Activity activity, String detail, Work work) {
		Thread thread = work.start();
		await().untilAsserted(() -> {
			Position position = position(thread);
			assertThat(position.activity()).isEqualTo(activity);
			assertThat(position.detail()).isEqualTo(detail);
		});
		thread.interrupt();
		LockSupport.unpark(thread);
	}

	private Position position(Thread thread) {
		return this.reader.read(thread.getState(), thread.getStackTrace(), "");
	}

}
