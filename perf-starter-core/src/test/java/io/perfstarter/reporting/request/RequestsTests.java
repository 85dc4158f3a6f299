package io.perfstarter.reporting.request;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.SenderContext;
import io.perfstarter.jdbc.ObservedConnections;
import io.perfstarter.remote.RemoteCalls;
import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.Position;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Use;
import io.perfstarter.support.ApplicationCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.test.util.ReflectionTestUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link Requests}, with a real database.
 */
class RequestsTests {

	private static final Duration NEVER = Duration.ofHours(1);

	private final List<ServedRequest> slow = new ArrayList<>();

	private final Requests requests = requests(Duration.ZERO);

	@AfterEach
	void nothingIsLeft() {
		assertThat(CurrentTimeBreakdown.replace(null)).isNull();
	}

	private Requests requests(Duration threshold) {
		return new Requests(new SlowThresholds(threshold, Map.of()), () -> 0, () -> -1, this.slow::add,
				new ApplicationCode(Set.of()));
	}

	private @Nullable ServedRequest serve(Requests requests, String route, Work work) throws Exception {
		TimeBreakdown breakdown = requests.open(() -> "GET /");
		CurrentTimeBreakdown.replace(breakdown);
		try {
			work.run();
		}
		finally {
			CurrentTimeBreakdown.replace(null);
			breakdown.leave(false);
			requests.close(breakdown, () -> route, () -> "", 200);
		}
		return this.slow.isEmpty() ? null : this.slow.get(this.slow.size() - 1);
	}

	private ServedRequest serve(Work work) throws Exception {
		return Objects.requireNonNull(serve(this.requests, "GET /", work));
	}

	private static void inAnotherThread(Work work) throws InterruptedException {
		TimeBreakdown breakdown = CurrentTimeBreakdown.get();
		Work other = () -> {
			CurrentTimeBreakdown.replace(breakdown);
			work.run();
		};
		other.start().join();
	}

	private Connection borrow(String pool) throws SQLException {
		return borrow(pool, DriverManager.getConnection("jdbc:h2:mem:"));
	}

	private Connection borrow(String pool, Connection real) {
		long asked = System.nanoTime();
		this.requests.connections().requested(pool);
		return ObservedConnections.observe(real, pool, asked, List.of(this.requests.connections()));
	}

	private Observation observation() {
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig()
			.observationHandler(new RemoteCalls(List.of(this.requests.remoteCalls()), Set.of()));
		return Observation.createNotStarted("http.client.requests", () -> new SenderContext<>((carrier, key, value) -> {
		}), registry);
	}

	private void call(String server) {
		observation().lowCardinalityKeyValue("client.name", server).observe(() -> {
		});
	}

	@Test
	void saysWhatItsThreadWasSeenToDo() throws Exception {
		Thread serving = Thread.currentThread();
		CountDownLatch sampled = new CountDownLatch(1);
		Thread looking = new Thread(() -> {
			while (serving.getState() != Thread.State.WAITING) {
				Thread.onSpinWait();
			}
			this.requests.sample();
			sampled.countDown();
		});
		ServedRequest request = serve(() -> {
			looking.start();
			sampled.await();
		});
		assertThat(request.figures().samples().seen()).extracting((seen) -> seen.position().activity())
			.containsExactly(Activity.SIGNAL);
	}

	private void sample() throws InterruptedException {
		Thread looking = new Thread(this.requests::sample);
		looking.start();
		looking.join();
	}

	@Test
	void helperIsLookedAtAfterTheRequestThreadHasLeft() throws Exception {
		TimeBreakdown breakdown = this.requests.open(() -> "GET /");
		CountDownLatch over = new CountDownLatch(1);
		Work help = () -> {
			TimeBreakdown before = CurrentTimeBreakdown.replace(breakdown);
			over.await();
			CurrentTimeBreakdown.replace(before);
		};
		Thread helper = help.start();
		await().until(() -> helper.getState() == Thread.State.WAITING);
		breakdown.leave(true);
		sample();
		over.countDown();
		helper.join();
		this.requests.close(breakdown, () -> "GET /", () -> "", 200);
		assertThat(this.slow.get(0).figures().samples().seen()).singleElement()
			.satisfies((seen) -> assertThat(seen.position().activity()).isEqualTo(Activity.SIGNAL));
	}

	@Test
	void asynchronousRequestIsSeenToHaveNoThread() throws Exception {
		TimeBreakdown breakdown = this.requests.open(() -> "GET /");
		breakdown.leave(true);
		sample();
		this.requests.close(breakdown, () -> "GET /", () -> "", 200);
		assertThat(this.slow.get(0).figures().samples())
			.isEqualTo(ThreadSamples.of(TimeComponent.BLOCKED, new Position(Activity.NO_THREAD, "", ""), 1));
	}

	@Test
	void slowRequestSaysWhatItDid() throws Exception {
		ServedRequest request = serve(() -> {
			try (Connection connection = borrow("orders"); Statement statement = connection.createStatement()) {
				try (ResultSet result = statement.executeQuery("select x from system_range(1, 7)")) {
					while (result.next()) {
						assertThat(result.getInt(1)).isPositive();
					}
				}
				statement.execute("select 1");
				statement.execute("select 2");
			}
			call("stock");
			call("stock");
		});
		assertThat(request.route()).isEqualTo("GET /");
		assertThat(request.figures().statements()).isEqualTo(3);
		assertThat(request.figures().rows()).isEqualTo(7);
		assertThat(request.connections()).isOne();
		assertThat(request.figures().awaitedPool()).isEqualTo("orders");
		assertThat(request.figures().costliest()).extracting(Use::name, Use::times, Use::rows)
			.containsExactlyInAnyOrder(tuple("select x from system_range(?, ?)", 1L, 7L), tuple("select ?", 2L, 0L));
		assertThat(request.figures().remotes()).singleElement().satisfies((remote) -> {
			assertThat(remote.name()).isEqualTo("stock");
			assertThat(remote.times()).isEqualTo(2);
		});
		ComponentTimes breakdown = request.breakdown();
		assertThat(List.of(TimeComponent.POOL, TimeComponent.SQL, TimeComponent.FETCH, TimeComponent.REMOTE))
			.allSatisfy((component) -> {
				assertThat(breakdown.measured(component)).isTrue();
				assertThat(breakdown.nanos(component)).isPositive();
			});
		assertThat(request.figures().allocated()).isPositive();
	}

	@Test
	void noLiteralIsInARequest() throws Exception {
		ServedRequest request = serve(() -> {
			try (Connection connection = borrow("orders"); Statement statement = connection.createStatement()) {
				statement.execute("create table t (a varchar) -- secret");
				statement.execute("insert into t values ('secret')");
				statement.executeQuery("select a from t where a = $$secret$$ /* secret */").next();
				statement.addBatch("delete from t where a = 'secret'");
				statement.executeBatch();
			}
		});
		assertThat(request.figures().statements()).isEqualTo(4);
		assertThat(request.toString()).doesNotContain("secret").contains("insert into t values (?)");
		assertThat(this.requests.next().toString()).doesNotContain("secret").contains("insert into t values (?)");
	}

	@Test
	void newStatementsAreOtherUntilTheTextsBeginAnew() throws Exception {
		serve(() -> {
			try (Connection connection = borrow("orders"); Statement statement = connection.createStatement()) {
				for (int i = 0; i < 512; i++) {
					statement.execute("select 1 as a" + i);
				}
			}
		});
		assertThat(textOf("select 1 as b")).isEqualTo("other");
		assertThat(textOf("select 1 as a0")).isEqualTo("select ? as a0");
		this.requests.connections().forgetTextsIfFull();
		assertThat(textOf("select 1 as b")).isEqualTo("select ? as b");
		this.requests.connections().forgetTextsIfFull();
		assertThat(this.requests.connections().fullText("select ? as b")).isEqualTo("select 1 as b");
		assertThat(this.requests.connections().fullText("select ? as a0")).isNull();
	}

	private String textOf(String sql) throws Exception {
		ServedRequest request = serve(() -> {
			try (Connection connection = borrow("orders"); Statement statement = connection.createStatement()) {
				statement.execute(sql);
			}
		});
		return request.figures().costliest().get(0).name();
	}

	@Test
	void connectionsThatOneThreadWantsAtOnceAreCounted() throws Exception {
		serve(() -> {
			try (Connection outer = borrow("orders")) {
				try (Connection inner = borrow("orders")) {
					assertThat(inner).isNotSameAs(outer);
				}
				borrow("orders").close();
			}
		});
		serve(() -> borrow("orders").close());
		assertThat(this.slow).extracting(ServedRequest::connections).containsExactly(2, 1);
		assertThat(this.requests.next().connections()).isEqualTo(2);
		assertThat(this.requests.next().connections()).isZero();
	}

	@Test
	void connectionsOfSeveralThreadsDoNotAddUp() throws Exception {
		ServedRequest request = serve(() -> {
			try (Connection connection = borrow("orders")) {
				inAnotherThread(() -> borrow("orders").close());
				assertThat(connection.isClosed()).isFalse();
			}
		});
		assertThat(request.connections()).isOne();
	}

	@Test
	void connectionThatAnotherThreadReturnsIsHeldNoMore() throws Exception {
		ServedRequest request = serve(() -> {
			Connection connection = borrow("orders");
			inAnotherThread(connection::close);
			borrow("orders").close();
		});
		assertThat(request.connections()).isOne();
	}

	@Test
	void poolThatRefusesWasAwaited() throws Exception {
		ServedRequest request = serve(() -> {
			this.requests.connections().requested("orders");
			this.requests.connections().refused("orders");
		});
		assertThat(request.figures().awaitedPool()).isEqualTo("orders");
		assertThat(request.connections()).isOne();
	}

	@Test
	void refusedConnectionWasWantedBesideTheHeldOne() throws Exception {
		ServedRequest request = serve(() -> {
			try (Connection held = borrow("orders")) {
				this.requests.connections().requested("orders");
				this.requests.connections().refused("orders");
				assertThat(held.isClosed()).isFalse();
			}
		});
		assertThat(request.connections()).isEqualTo(2);
	}

	@Test
	void connectionsOfSeveralPoolsDoNotAddUp() throws Exception {
		ServedRequest request = serve(() -> {
			try (Connection orders = borrow("orders"); Connection stock = borrow("stock")) {
				assertThat(orders).isNotSameAs(stock);
			}
		});
		assertThat(request.connections()).isOne();
	}

	@Test
	void remoteCallMayEndInAnotherThread() throws Exception {
		ServedRequest request = serve(() -> {
			Thread other = new Thread(observation().start()::stop);
			other.start();
			other.join();
		});
		assertThat(request.figures().remotes()).extracting(Use::times).containsExactly(1L);
	}

	@Test
	void remoteCallThatNeverEndsIsForgottenWithItsRequest() throws Exception {
		RemoteCallRecorder calls = (RemoteCallRecorder) this.requests.remoteCalls();
		Observation call = observation();
		ServedRequest request = serve(() -> {
			call.start();
			assertThat(inProgress(calls)).hasSize(1);
		});
		assertThat(inProgress(calls)).isEmpty();
		assertThat(request.breakdown().nanos(TimeComponent.REMOTE)).isPositive();
		call.stop();
		assertThat(request.figures().remotes()).isEmpty();
	}

	private static Map<?, ?> inProgress(RemoteCallRecorder calls) {
		return (Map<?, ?>) Objects.requireNonNull(ReflectionTestUtils.getField(calls, "calls"));
	}

	@Test
	void outsideOfRequestsNothingIsKept() throws Exception {
		try (Connection connection = borrow("orders"); Statement statement = connection.createStatement()) {
			statement.executeQuery("select 1").next();
		}
		call("stock");
		RequestsWindow window = this.requests.next();
		assertThat(window.count()).isZero();
		assertThat(window.p99()).isZero();
		assertThat(window.breakdown()).isSameAs(ComponentTimes.NONE);
		assertThat(window.slowFigures().costliest()).isEmpty();
		assertThat(window.slowestRoute()).isEmpty();
		assertThat(window.slowFigures().awaitedPool()).isEmpty();
	}

	@Test
	void fastRequestsAreOnlyCounted() throws Exception {
		Requests patient = requests(NEVER);
		patient.connections().requested("orders");
		for (int i = 0; i < 10; i++) {
			serve(patient, "GET /", () -> {
			});
		}
		RequestsWindow window = patient.next();
		assertThat(this.slow).isEmpty();
		assertThat(window.count()).isEqualTo(10);
		assertThat(window.slow()).isZero();
		assertThat(window.p50()).isPositive().isLessThanOrEqualTo(window.p99());
		assertThat(window.breakdown().total()).isPositive();
		assertThat(window.breakdown().measured(TimeComponent.SQL)).isTrue();
		assertThat(window.breakdown().measured(TimeComponent.REMOTE)).isFalse();
		assertThat(window.slowFigures().breakdown()).isSameAs(ComponentTimes.NONE);
		assertThat(patient.next().count()).isZero();
	}

	@Test
	void connectionsOfWhichNobodyTellsAreNotMeasured() throws Exception {
		this.requests.connections();
		ComponentTimes breakdown = serve(() -> {
		}).breakdown();
		assertThat(List.of(TimeComponent.POOL, TimeComponent.SQL, TimeComponent.FETCH)).noneMatch(breakdown::measured);
		assertThat(serve(() -> borrow("orders").close()).breakdown().measured(TimeComponent.SQL)).isTrue();
	}

	@Test
	void commitIsAStatementOfItsOwn() throws Exception {
		Connection real = DriverManager.getConnection("jdbc:h2:mem:");
		Connection slow = (Connection) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { Connection.class }, (proxy, method, arguments) -> {
					Thread.sleep((method.getName().equals("commit")) ? 50 : 0);
					return method.invoke(real, arguments);
				});
		ServedRequest request = serve(() -> {
			try (Connection connection = borrow("orders", slow)) {
				connection.setAutoCommit(false);
				connection.createStatement().execute("select 1");
				connection.commit();
			}
		});
		assertThat(request.breakdown().nanos(TimeComponent.SQL))
			.isGreaterThanOrEqualTo(Duration.ofMillis(49).toNanos());
		assertThat(request.figures().statements()).isOne();
		assertThat(request.connections()).isOne();
		assertThat(request.figures().costliest()).first().extracting(Use::name).isEqualTo("COMMIT");
		assertThat(this.requests.connections().fullText("COMMIT")).as("a statement to explain").isNull();
	}

	@Test
	void workIsThatOfTheRequestOnEachThreadThatWorksForIt() throws Exception {
		List<RequestWork> works = new ArrayList<>();
		List<Boolean> served = new ArrayList<>();
		Runnable look = () -> {
			RequestWork work = Objects.requireNonNull(this.requests.work());
			works.add(work);
			served.add(work.isServedHere());
			served.add(work.isComplete());
		};
		assertThat(this.requests.work()).isNull();
		serve(() -> {
			look.run();
			inAnotherThread(look::run);
		});
		assertThat(served).containsExactly(true, false, false, false);
		assertThat(works).hasSize(2).allMatch(RequestWork::isComplete);
	}

	@Test
	void asynchronousRequestIsOverWhenItIsAnswered() {
		TimeBreakdown breakdown = this.requests.open(() -> "GET /");
		CurrentTimeBreakdown.replace(breakdown);
		RequestWork over = Objects.requireNonNull(this.requests.work());
		CurrentTimeBreakdown.replace(null);
		breakdown.leave(true);
		assertThat(over.isComplete()).isFalse();
		this.requests.close(breakdown, () -> "GET /", () -> "", 200);
		assertThat(over.isComplete()).isTrue();
	}

	@Test
	void connectionsMayBeExpected() throws Exception {
		this.requests.connections().markObserved();
		assertThat(serve(() -> {
		}).breakdown().measured(TimeComponent.SQL)).isTrue();
	}

	@Test
	void windowOfSlowRequestsIsTheirSum() throws Exception {
		for (int i = 0; i < 3; i++) {
			serve(this.requests, "GET /a", () -> {
				try (Connection connection = borrow("orders"); Statement statement = connection.createStatement()) {
					for (int j = 0; j < 4; j++) {
						statement.executeQuery("select " + j).next();
					}
				}
			});
		}
		long all = this.slow.stream().mapToLong(ServedRequest::nanos).sum();
		serve(this.requests, "GET /b",
				() -> await().pollDelay(Duration.ofMillis(200).plusNanos(all)).until(() -> true));
		RequestsWindow window = this.requests.next();
		assertThat(window.count()).isEqualTo(4);
		assertThat(window.slow()).isEqualTo(4);
		assertThat(window.slowFigures().statements()).isEqualTo(12);
		assertThat(window.slowFigures().rows()).isEqualTo(12);
		assertThat(window.slowFigures().allocated()).isPositive();
		assertThat(window.slowFigures().awaitedPool()).isEqualTo("orders");
		assertThat(window.slowestRoute()).isEqualTo("GET /b");
		assertThat(window.slowFigures().costliest()).singleElement()
			.satisfies((statement) -> assertThat(statement.times()).isEqualTo(12));
		assertThat(window.slowFigures().breakdown().total())
			.isEqualTo(this.slow.stream().mapToLong(ServedRequest::nanos).sum())
			.isEqualTo(window.breakdown().total());
		assertThat(window.p99()).isGreaterThan(180_000_000);
		assertThat(this.requests.next().slow()).isZero();
	}

	@Test
	void noRequestOfManyThreadsIsLost() throws Exception {
		Requests patient = requests(NEVER);
		List<Thread> threads = new ArrayList<>();
		CountDownLatch ready = new CountDownLatch(1);
		Work serving = () -> {
			ready.await(60, TimeUnit.SECONDS);
			for (int j = 0; j < 1_000; j++) {
				TimeBreakdown breakdown = patient.open(() -> "GET /");
				patient.close(breakdown, () -> "GET /", () -> "", 200);
				patient.close(breakdown, () -> "GET /", () -> "", 200);
			}
		};
		for (int i = 0; i < 4; i++) {
			threads.add(serving.start());
		}
		ready.countDown();
		long count = 0;
		while (threads.stream().anyMatch(Thread::isAlive)) {
			count += patient.next().count();
		}
		assertThat(count + patient.next().count()).isEqualTo(4_000);
	}

	@Test
	void requestThatIsInFlightForAPeriodIsSlow() {
		TimeBreakdown breakdown = this.requests.open(() -> "GET /hangs");
		CurrentTimeBreakdown.replace(breakdown);
		observation().lowCardinalityKeyValue("client.name", "stock").start();
		assertThat(this.requests.next().count()).isZero();
		RequestsWindow first = this.requests.next();
		assertThat(first.count()).isOne();
		assertThat(first.slow()).isOne();
		assertThat(first.p50()).isPositive();
		assertThat(first.slowestRoute()).isEqualTo("GET /hangs");
		assertThat(first.slowFigures().breakdown().nanos(TimeComponent.REMOTE)).isPositive();
		assertThat(first.slowFigures().remotes()).extracting(Use::name).containsExactly("stock");
		RequestsWindow second = this.requests.next();
		assertThat(second.slow()).isOne();
		assertThat(second.slowFigures().breakdown().total()).isGreaterThan(first.slowFigures().breakdown().total());
		CurrentTimeBreakdown.replace(null);
		this.requests.close(breakdown, () -> "GET /hangs", () -> "", 200);
		RequestsWindow last = this.requests.next();
		assertThat(last.count()).isOne();
		assertThat(this.slow).extracting(ServedRequest::status)
			.containsExactly(ServedRequest.RUNNING, ServedRequest.RUNNING, 200);
		assertThat(last.breakdown().total()).isEqualTo(this.slow.get(2).nanos());
		assertThat(this.slow.get(2).figures().remotes()).isEmpty();
		assertThat(this.requests.next().count()).isZero();
	}

	@Test
	void statementInProgressIsNamed() throws Exception {
		List<RequestsWindow> windows = new ArrayList<>();
		Statement hanging = answering(Statement.class, Map.of("executeUpdate", () -> endPeriods(windows)));
		Connection real = answering(Connection.class, Map.of("createStatement", () -> hanging));
		serve(() -> borrow("orders", real).createStatement().executeUpdate("update t set x = 'literal'"));
		assertThat(windows.get(0).slow()).isZero();
		assertThat(windows).extracting(RequestsWindow::connections).containsExactly(0, 1);
		assertThat(windows.get(1).slowFigures().costliest()).extracting(Use::name, Use::times)
			.containsExactly(tuple("update t set x = ?", 1L));
		assertThat(this.slow.get(1).figures().costliest()).extracting(Use::times).containsExactly(1L);
	}

	@Test
	void fetchInProgressIsPartOfItsStatement() throws Exception {
		List<RequestsWindow> windows = new ArrayList<>();
		ResultSet hanging = answering(ResultSet.class, Map.of("next", () -> endPeriods(windows) == 0));
		Statement statement = answering(Statement.class, Map.of("executeQuery", () -> hanging));
		Connection real = answering(Connection.class, Map.of("createStatement", () -> statement));
		serve(() -> borrow("orders", real).createStatement().executeQuery("select x from t").next());
		assertThat(windows.get(1).slowFigures().costliest()).extracting(Use::name, Use::times)
			.containsExactly(tuple("select x from t", 1L));
	}

	private int endPeriods(List<RequestsWindow> windows) {
		windows.add(this.requests.next());
		windows.add(this.requests.next());
		return 1;
	}

	private static <T> T answering(Class<T> type, Map<String, Callable<?>> answers) {
		return type
			.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
				Callable<?> answer = answers.get(method.getName());
				if (answer != null) {
					return answer.call();
				}
				if (method.getReturnType() == boolean.class) {
					return type == Connection.class;
				}
				return (method.getReturnType() == int.class) ? 0 : null;
			}));
	}

	@Test
	void requestsThatMayLastAreNotJudgedInFlight() {
		this.requests.open(() -> Requests.NOT_JUDGED);
		this.requests.open(() -> "GET /later").leave(true);
		this.requests.open(() -> "GET /warm").ignore();
		requests(NEVER).open(() -> "GET /fast");
		this.requests.next();
		assertThat(this.requests.next().count()).isZero();
	}

}
