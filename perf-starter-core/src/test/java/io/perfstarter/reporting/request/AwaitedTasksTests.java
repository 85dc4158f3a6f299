package io.perfstarter.reporting.request;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.perfstarter.reporting.request.StackSampler.Look;
import io.perfstarter.reporting.request.StackSampler.Waiting;
import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.Position;
import io.perfstarter.reporting.window.ThreadSamples.Seen;
import io.perfstarter.support.ApplicationCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AwaitedTasks}, with stacks in the order of a stack trace.
 */
class AwaitedTasksTests {

	private static final String POOL = "java.util.concurrent.ThreadPoolExecutor.runWorker";

	private static final String TASK = "java.util.concurrent.FutureTask.run";

	private static final String SLEEP = "java.lang.Thread.sleep";

	private static final String JOIN = "java.util.concurrent.CompletableFuture.join";

	private final AwaitedTasks tasks = new AwaitedTasks(new StackReader(new ApplicationCode(Set.of("com.acme"))),
			new ConnectionRecorder(), new RemoteCallRecorder());

	private final List<Look> threads = new ArrayList<>();

	private final List<String> names = new ArrayList<>();

	private final List<TimeBreakdown> requests = new ArrayList<>();

	@Test
	void theTaskThatAMethodOfTheRequestHasMadeIsTheAwaitedOne() {
		sleeps("orders-1", "com.acme.Orders.lambda$find$0");
		sleeps("reports-1", "com.acme.Reports.lambda$build$3");
		assertThat(positions("com.acme.Orders.find")).containsExactly(new Position(Activity.SLEEP, "",
				"com.acme.Orders.lambda$find$0(F.java:1), on thread orders-*, awaited in com.acme.Orders.find(F.java:1)"));
	}

	@Test
	void anyTaskIsTheAwaitedOneIfAllRunOnThreadsOfOneName() {
		sleeps("mail-1", "com.acme.Mails.send");
		sleeps("mail-2", "com.acme.Mails.send");
		assertThat(positions("com.acme.Orders.find")).containsExactly(new Position(Activity.SLEEP, "",
				"com.acme.Mails.send(F.java:1), on thread mail-*, awaited in com.acme.Orders.find(F.java:1)"));
	}

	@Test
	void nothingIsToldOfTasksOfSeveralExecutorsButWhatWasSeen() {
		sleeps("mail-1", "com.acme.Mails.send");
		sleeps("reports-1", "com.acme.Reports.build");
		assertThat(positions("com.acme.Orders.find")).containsExactly(new Position(Activity.TASK,
				"meanwhile mail-* slept in com.acme.Mails.send(F.java:1); reports-* slept in com.acme.Reports.build(F.java:1)",
				"com.acme.Orders.find(F.java:1)"));
	}

	@Test
	void nothingIsToldWithoutATask() {
		assertThat(positions("com.acme.Orders.find"))
			.containsExactly(new Position(Activity.TASK, "", "com.acme.Orders.find(F.java:1)"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "java.util.concurrent.FutureTask.runAndReset", POOL,
			"org.springframework.kafka.listener.KafkaMessageListenerContainer.run " + TASK })
	void jobsAndListenersAreNotAwaited(String callers) {
		add("job-1", SLEEP + " com.acme.Jobs.run " + callers + " " + POOL);
		assertThat(positions("com.acme.Orders.find")).extracting(Position::activity).containsExactly(Activity.TASK);
	}

	@Test
	void methodsWithAsyncAreAwaited() {
		add("mail-1", SLEEP
				+ " com.acme.Mails.send jdk.internal.reflect.GeneratedMethodAccessor7.invoke org.springframework.aop.support.AopUtils.invoke "
				+ "io.perfstarter.async.AsyncMethods.around org.springframework.aop.interceptor.AsyncExecutionInterceptor.lambda$invoke$0 "
				+ TASK);
		assertThat(positions("com.acme.Orders.find")).extracting(Position::activity).containsExactly(Activity.SLEEP);
	}

	@ParameterizedTest
	@ValueSource(strings = { "com.acme.Orders.lambda$pay$0 ", "" })
	void callsWithinACircuitBreakerAreAwaited(String caller) {
		add("pool-2-thread-1", SLEEP + " " + caller
				+ "io.micrometer.observation.Observation.observe org.springframework.cloud.client.circuitbreaker.observation.ObservedSupplier.get "
				+ TASK + " " + POOL);
		assertThat(positions("com.acme.Orders.pay")).extracting(Position::activity).containsExactly(Activity.SLEEP);
	}

	@Test
	void theLastOfSeveralTasksThatWaitForEachOtherIsTheAwaitedOne() {
		add("outer-1", JOIN + " com.acme.Orders.lambda$find$0 " + TASK);
		sleeps("inner-1", "com.acme.Orders.lambda$find$1");
		assertThat(positions("com.acme.Orders.find")).extracting(Position::place)
			.containsExactly(
					"com.acme.Orders.lambda$find$1(F.java:1), on thread inner-*, awaited in com.acme.Orders.find(F.java:1)");
	}

	@Test
	void computingElsewhereIsNoComputingOfTheRequest() {
		add("mail-1", "com.acme.Mails.send " + TASK);
		assertThat(positions("com.acme.Orders.find")).containsExactly(new Position(Activity.COMPUTING_ELSEWHERE, "",
				"com.acme.Mails.send, on thread mail-*, awaited in com.acme.Orders.find(F.java:1)"));
	}

	@Test
	void twoRequestsForEachThreadWaitInItsQueue() {
		sleeps("mail-1", "com.acme.Mails.send");
		sleeps("mail-2", "com.acme.Mails.send");
		String[] three = { "com.acme.Orders.find", "com.acme.Orders.find", "com.acme.Orders.find" };
		assertThat(positions(three)).extracting(Position::activity).containsOnly(Activity.SLEEP);
		this.requests.clear();
		String[] four = { "com.acme.Orders.find", "com.acme.Orders.find", "com.acme.Orders.find",
				"com.acme.Orders.find" };
		assertThat(positions(four)).hasSize(4)
			.containsOnly(new Position(Activity.QUEUE,
					"awaited in com.acme.Orders.find(F.java:1); they slept in com.acme.Mails.send(F.java:1)",
					"the threads mail-*"));
	}

	@Test
	void requestsThatWaitForTheSameTaskAreInNoQueue() {
		sleeps("mail-1", "com.acme.Mails.send");
		this.names.add("mail-2");
		String[] both = { "com.acme.Orders.find", "com.acme.Orders.find" };
		assertThat(positions(both)).extracting(Position::activity).containsOnly(Activity.SLEEP);
		this.names.remove("mail-2");
		assertThat(positions(both)).extracting(Position::activity).contains(Activity.QUEUE);
	}

	@Test
	void moreThreadsDoNotHelpTasksThatCompute() {
		add("mail-1", "com.acme.Mails.send " + TASK + " " + POOL);
		assertThat(positions("com.acme.Orders.find", "com.acme.Orders.find")).extracting(Position::activity)
			.containsOnly(Activity.COMPUTING_ELSEWHERE);
	}

	private void sleeps(String thread, String method) {
		add(thread, SLEEP + " " + method + " " + TASK + " " + POOL);
	}

	private void add(String thread, String methods) {
		StackTraceElement[] stack = stack(methods);
		boolean waits = !methods.startsWith("com.acme");
		this.names.add(thread);
		this.threads.add(new Look(1, thread, waits ? Thread.State.TIMED_WAITING : Thread.State.RUNNABLE, stack, ""));
	}

	/**
	 * Returns the positions of requests that wait in methods.
	 */
	private List<Position> positions(String... methods) {
		List<Waiting> waiting = Arrays.stream(methods).map(this::waiting).toList();
		this.tasks.sample(waiting, this.threads, this.names);
		return this.requests.stream()
			.map((request) -> request.served("GET /", "", 200, Instant.EPOCH).figures().samples().seen())
			.flatMap(List::stream)
			.map(Seen::position)
			.toList();
	}

	private Waiting waiting(String method) {
		TimeBreakdown request = new TimeBreakdown(System.nanoTime(), -1, () -> 0, new TestFigures());
		this.requests.add(request);
		return new Waiting(request, stack(JOIN + " " + method + " org.apache.catalina.core.Valve.invoke"),
				new Position(Activity.TASK, "", method + "(F.java:1)"));
	}

	private static StackTraceElement[] stack(String methods) {
		return Stream.of(methods.split(" ")).map(AwaitedTasksTests::frame).toArray(StackTraceElement[]::new);
	}

	private static StackTraceElement frame(String method) {
		int end = method.lastIndexOf('.');
		return new StackTraceElement(null, method.startsWith("java.") ? "java.base" : null, null,
				method.substring(0, end), method.substring(end + 1), "F.java", 1);
	}

}
