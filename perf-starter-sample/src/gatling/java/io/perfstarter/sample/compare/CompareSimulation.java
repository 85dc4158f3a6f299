package io.perfstarter.sample.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpRequestActionBuilder;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

/**
 * Runs the steps of a comparison one after the other: starts the service, lets the users
 * come twice, of which the first time does not count, and asks the service about it.
 */
public class CompareSimulation extends Simulation {

	private static final Duration PAUSE = Duration.ofSeconds(2);

	private static final int WARMING_USERS = 5;

	private static final String BEGAN = "began";

	private static final String ID = "id";

	private final ComparisonRun run = new ComparisonRun();

	/**
	 * Lets each step begin when all users of the one before it have gone.
	 */
	public CompareSimulation() {
		List<Step> steps = this.run.steps();
		PopulationBuilder all = null;
		for (int i = steps.size() - 1; i >= 0; i--) {
			all = step(steps.get(i), all);
		}
		setUp(all);
	}

	private PopulationBuilder step(Step step, PopulationBuilder next) {
		Load load = step.load();
		PopulationBuilder finish = once(step, "finish", act(() -> this.run.finish(step)));
		PopulationBuilder counted = counted(step).andThen((next != null) ? finish.andThen(next) : finish);
		PopulationBuilder rest = once(step, "rest", act(() -> this.run.rest(step)));
		PopulationBuilder warmUp = scenario(step.id() + ": warm-up").during(load.warmUp())
			.on(warmUp(step))
			.injectOpen(atOnceUsers(Math.max(WARMING_USERS, Math.min(load.users(), 40))));
		return once(step, "start", act(() -> this.run.prepare(step)).pause(PAUSE))
			.andThen(warmUp.andThen(rest.andThen(counted)));
	}

	/** Where one step goes wrong, there is nothing to compare. */
	private static ChainBuilder act(Action action) {
		return exec((session) -> {
			try {
				action.run();
				return session;
			}
			catch (Exception ex) {
				ex.printStackTrace();
				return session.markAsFailed();
			}
		}).crashLoadGeneratorIf("A step could not be run", Session::isFailed);
	}

	private static PopulationBuilder once(Step step, String name, ChainBuilder chain) {
		return scenario(step.id() + ": " + name).exec(chain).injectOpen(atOnceUsers(1));
	}

	private PopulationBuilder counted(Step step) {
		Load load = step.load();
		ChainBuilder requests = exec((session) -> session.remove(ID));
		for (Request request : step.request().sequence()) {
			requests = requests.exec((session) -> begin(step, session))
				.exec(request(step, step.id(), request, request.counted()))
				.exec((session) -> record(step, session));
		}
		if (load.orders() != 0) {
			return scenario(step.id()).repeat(load.orders()).on(requests).injectOpen(atOnceUsers(load.users()));
		}
		return scenario(step.id()).during(load.hold())
			.on(requests)
			.injectOpen(rampUsers(load.users()).during(load.ramp()));
	}

	private ChainBuilder warmUp(Step step) {
		ChainBuilder requests = exec((session) -> session.remove(ID));
		for (Request request : step.request().sequence()) {
			requests = requests.exec(request(step, "warm-up", request, request.warmUp()).silent());
		}
		return requests;
	}

	private Session begin(Step step, Session session) {
		this.run.recording(step);
		return session.set(BEGAN, System.nanoTime());
	}

	private Session record(Step step, Session session) {
		this.run.recording(step).add(session.getLong(BEGAN), session.isFailed());
		return session.markAsSucceeded();
	}

	private HttpRequestActionBuilder request(Step step, String name, Request request, Supplier<String> path) {
		Function<Session, String> url = (session) -> this.run.url(step)
				+ path.get().replace("{id}", (session.contains(ID)) ? session.getString(ID) : "0");
		String body = request.body();
		if (body == null) {
			return http(name).get(url);
		}
		HttpRequestActionBuilder post = http(name).post(url)
			.header("Content-Type", "application/json")
			.body(StringBody(body));
		return (step.request().further().isEmpty()) ? post : post.check(jsonPath("$.id").saveAs(ID));
	}

	@Override
	public void before() {
		try {
			this.run.open();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void after() {
		try {
			this.run.close();
			this.run.write();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Something that may go wrong.
	 */
	private interface Action {

		void run() throws Exception;

	}

}
