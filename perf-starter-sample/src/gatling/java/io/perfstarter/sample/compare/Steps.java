package io.perfstarter.sample.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.perfstarter.sample.compare.Comparison.By;

/**
 * Defines the steps of each scenario, and the ratios measured on another system.
 */
final class Steps {

	private static final String VIRTUAL_THREADS = "spring.threads.virtual.enabled";

	private static final String REQUEST_THREADS = "server.tomcat.threads.max";

	private static final String CONNECTIONS = "spring.datasource.hikari.maximum-pool-size";

	private static final int VIRTUAL_THREADS_SINCE = 21;

	private Steps() {
	}

	/**
	 * Returns the steps of a scenario, in the order of its table.
	 * @param scenario the scenario
	 */
	static List<Step> of(Scenario scenario) {
		return switch (scenario) {
			case SEARCH -> search();
			case REVIEWS -> reviews();
			case ORDERS -> (Runtime.version().feature() >= VIRTUAL_THREADS_SINCE) ? orders() : List.of();
			case SHOP -> (Runtime.version().feature() >= VIRTUAL_THREADS_SINCE) ? shop() : List.of();
			case MEMBERS -> members();
			case ADVICE -> advised();
		};
	}

	/**
	 * As they are run: those with the same service one after the other, so that it is
	 * started once.
	 * @param steps steps in the order of their table
	 */
	static List<Step> inTurn(List<Step> steps) {
		Map<Setting, List<Step>> bySetting = new LinkedHashMap<>();
		steps.forEach((step) -> bySetting.computeIfAbsent(step.setting(), (setting) -> new ArrayList<>()).add(step));
		return bySetting.values().stream().flatMap(Collection::stream).toList();
	}

	private static List<Step> search() {
		List<Step> steps = new ArrayList<>();
		steps.addAll(pages(10, "", "2.7 (68 → 25 ms)", "slower, up to 2 times", ""));
		steps.addAll(pages(30, "", "", "1.2 to 1.5", ""));
		steps.addAll(pages(50, "3.8 (659 → 175 ms)", "", "1.6 (136 → 84 ms)", "7 (550 → 70 ms)"));
		Load load = Load.of(5, 8, 4, 14);
		Request search = Request.search("search", 50);
		Setting smallHeap = Setting.OFF.heap(44);
		steps.add(Step.of(Scenario.SEARCH, "heap of 44 MB", smallHeap, load, search));
		steps.add(Step.of(Scenario.SEARCH, "heap as advised", smallHeap.advised(Advice.HEAP), load, search)
			.against("heap of 44 MB", By.MEAN, "p99 1.6 (361 → 225 ms), longest 3.1 (802 → 259 ms)"));
		steps.add(Step.of(Scenario.SEARCH, "pool of 1, 50 users", Setting.OFF.with(CONNECTIONS, 1),
				Load.of(50, 8, 4, 14), search));
		return steps;
	}

	private static List<Step> pages(int size, String mesh, String cache, String parallel, String all) {
		String tickets = ", %d tickets".formatted(size);
		Load load = Load.of(5, 8, 4, 10);
		// One, because the question is how long a page takes while a processor is free.
		Load one = Load.of(1, 8, 1, 10);
		Request search = Request.search("search", size);
		Setting cached = Setting.OFF.with("perf-starter.coherence.enabled", true)
			.with("perf-starter.eviction.enabled", true);
		Setting executors = Setting.OFF.with("perf-starter.async.enabled", true);
		Step on = Step.of(Scenario.SEARCH, "all on" + tickets, Setting.ON, load, search)
			.against("legacy" + tickets, By.MEAN, all);
		return List.of(
				Step.of(Scenario.SEARCH, "legacy" + tickets, Setting.OFF, load, Request.search("search-legacy", size)),
				Step.of(Scenario.SEARCH, "mesh" + tickets, Setting.OFF, load, search)
					.against("legacy" + tickets, By.MEAN, mesh),
				Step.of(Scenario.SEARCH, "mesh and cache" + tickets, cached, load, search)
					.against("mesh" + tickets, By.MEAN, cache),
				Step.of(Scenario.SEARCH, "one user, in sequence" + tickets, Setting.OFF, one,
						Request.search("search-sequential", size)),
				Step.of(Scenario.SEARCH, "one user, in parallel" + tickets, executors, one,
						Request.search("search-parallel", size))
					.against("one user, in sequence" + tickets, By.MEAN, parallel),
				(size == 50) ? on.wanted(7) : on);
	}

	private static List<Step> reviews() {
		// The replica of the sample is no part of what the reviews do.
		Setting reviews = Setting.of("reviews")
			.with("perf-starter.routing.enabled", false)
			.with("perf-starter.reporting.enabled", true);
		Setting before = reviews.with("spring.profiles.active", "before");
		Setting after = reviews.with("spring.profiles.active", "after");
		Load few = Load.of(10, 5, 2, 15);
		List<Step> steps = new ArrayList<>();
		steps.addAll(cured("part of a title, full scan", before, "part of a title, trigram index", after, few,
				Request.partOfTitle()));
		steps.addAll(cured("genre and year, all columns", before, "genre and year, composite index and two columns",
				after, few, Request.filmsOfAYear()));
		steps.addAll(cured("top ten, computed", before, "top ten, cached", after, few, Request.get("/reviews/top10")));
		Load load = Load.of(100, 8, 5, 40);
		Request review = Request.review();
		steps.add(Step.of(Scenario.REVIEWS, "before", before, load, review));
		steps.add(Step.of(Scenario.REVIEWS, "after", after, load, review)
			.against("before", By.MEAN, "240 (24 → 0.1 s)")
			.wanted(100));
		return steps;
	}

	private static List<Step> cured(String slow, Setting before, String fast, Setting after, Load load,
			Request request) {
		return List.of(Step.of(Scenario.REVIEWS, slow, before, load, request),
				Step.of(Scenario.REVIEWS, fast, after, load, request).against(slow, By.MEAN, ""));
	}

	private static List<Step> orders() {
		int clients = 1000;
		Load load = Load.atOnce(clients, 5, 8);
		Request order = Request.order();
		Setting room = room(1024, clients);
		Setting withoutExecutor = room.application("ticket-without-executor")
			.with("spring.task.execution.mode", "force");
		Setting executor = limited(room.with(VIRTUAL_THREADS, true).with("perf-starter.async.enabled", true), clients);
		String before = "platform threads";
		return List.of(Step.of(Scenario.ORDERS, before, withoutExecutor, load, order),
				Step.of(Scenario.ORDERS, "virtual threads, updates in the request", room.with(VIRTUAL_THREADS, true),
						load, order)
					.against(before, By.PER_SECOND, "0.54 (1150 → 620)"),
				Step.of(Scenario.ORDERS, "virtual threads, updates without a bound",
						withoutExecutor.with(VIRTUAL_THREADS, true), load, order)
					.against(before, By.PER_SECOND, "0.83 (1150 → 949)"),
				Step.of(Scenario.ORDERS, "virtual threads, executor and gate", executor, load, order)
					.against(before, By.PER_SECOND, "1.0 (1150 → 1144), with fewer queries"));
	}

	/** All clients may wait. */
	private static Setting room(int heap, int clients) {
		return Setting.OFF.heap(heap)
			.with("server.tomcat.accept-count", clients)
			.with("server.tomcat.max-connections", clients + 100);
	}

	private static Setting limited(Setting setting, int clients) {
		return setting.with("perf-starter.async.requests.concurrency-limit", 40)
			.with("perf-starter.async.requests.queue-capacity", clients)
			.with("perf-starter.async.requests.queue-timeout", "60s");
	}

	private static List<Step> shop() {
		List<Step> steps = new ArrayList<>();
		steps.addAll(shop(1_000, 1024, "1,000 sequences"));
		steps.addAll(shop(10_000, 3072, "10,000 sequences"));
		return steps;
	}

	private static List<Step> shop(int clients, int heap, String sequences) {
		Load load = Load.atOnce(clients, 1, 8);
		Request old = Request.shop("/shop-legacy");
		Request now = Request.shop("/shop");
		Setting before = room(heap, clients);
		Setting after = before.with("perf-starter.coherence.enabled", true)
			.with("perf-starter.eviction.enabled", true)
			.with("perf-starter.async.enabled", true);
		String platform = sequences + ", platform threads, stock in the request";
		return List.of(Step.of(Scenario.SHOP, platform, before, load, old),
				Step.of(Scenario.SHOP, sequences + ", platform threads, stock written behind", after, load, now)
					.against(platform, By.PER_SECOND, ""),
				Step.of(Scenario.SHOP, sequences + ", virtual threads, stock in the request",
						before.with(VIRTUAL_THREADS, true), load, old)
					.against(platform, By.PER_SECOND, ""),
				Step.of(Scenario.SHOP, sequences + ", virtual threads, stock written behind, request limiter",
						limited(after.with(VIRTUAL_THREADS, true), clients), load, now)
					.against(platform, By.PER_SECOND, ""));
	}

	private static List<Step> members() {
		List<Step> steps = new ArrayList<>();
		// So small that two processors, which all share, are not used up before it is.
		Setting before = Setting.OFF.with(CONNECTIONS, 3);
		Setting now = Setting.ON.with(CONNECTIONS, 3);
		for (String by : List.of("token-%d", "email-member%d@parking.example", "id-%d")) {
			String name = ", by " + by.replaceAll("-.*", "");
			boolean token = by.startsWith("token");
			// The first of a service, which needs the most code compiled.
			Load load = Load.of(20, (token) ? 30 : 8, 2, 14);
			Step after = Step.of(Scenario.MEMBERS, "after" + name, now, load, Request.member("/members/" + by))
				.against("before" + name, By.MEAN, "8, all together");
			steps
				.add(Step.of(Scenario.MEMBERS, "before" + name, before, load, Request.member("/members-legacy/" + by)));
			steps.add((token) ? after.wanted(5) : after);
		}
		steps.addAll(conversions());
		steps.addAll(jpa());
		Step most = threads(200);
		steps.add(most);
		steps.add(threads(100).against(most.name(), By.PER_SECOND, "1.6 (500 → 800)"));
		steps.add(threads(50).against(most.name(), By.PER_SECOND, "2.2 (500 → 1100)"));
		steps.add(threads(30).against(most.name(), By.PER_SECOND, "2.6 (500 → 1300)"));
		steps.add(threads(20).against(most.name(), By.PER_SECOND, "2.6 (500 → 1300)"));
		return steps;
	}

	private static List<Step> conversions() {
		String before = "500 members, through JSON";
		Load load = Load.of(5, 8, 2, 14);
		return List.of(Step.of(Scenario.MEMBERS, before, Setting.OFF, load, Request.get("/members-legacy")),
				Step.of(Scenario.MEMBERS, "500 members, by constructor", Setting.OFF, load, Request.get("/members"))
					.against(before, By.MEAN, ""));
	}

	private static List<Step> jpa() {
		Setting jpa = Setting.of("members-jpa").with(CONNECTIONS, 3);
		Load load = Load.of(20, 30, 2, 14);
		// As many as there are connections, for which nobody is to wait here.
		Load few = Load.of(3, 8, 2, 14);
		String around = "JPA, one transaction, by token";
		String written = "JPA, 500 members, transaction that might write";
		return List.of(Step.of(Scenario.MEMBERS, around, jpa, load, Request.member("/members-legacy/token-%d")),
				Step.of(Scenario.MEMBERS, "JPA, repository transactions, by token", jpa, load,
						Request.member("/members/token-%d"))
					.against(around, By.MEAN, ""),
				Step.of(Scenario.MEMBERS, written, jpa, few, Request.get("/members-legacy")),
				Step.of(Scenario.MEMBERS, "JPA, 500 members, read-only transaction", jpa, few, Request.get("/members"))
					.against(written, By.MEAN, ""));
	}

	private static Step threads(int threads) {
		return Step.of(Scenario.MEMBERS, "%d threads, 250 users".formatted(threads),
				Setting.OFF.with(REQUEST_THREADS, threads), Load.of(250, 8, 2, 10), Request.member("/members/id-%d"));
	}

	private static List<Step> advised() {
		Setting boots = Setting.OFF.with("perf-starter.reporting.database-cores", 2);
		List<Step> steps = new ArrayList<>();
		steps.addAll(advised("10 threads and 2 connections", boots.with(REQUEST_THREADS, 10).with(CONNECTIONS, 2),
				"3.0 (66 → 200)"));
		steps.addAll(advised("Boot's 200 threads and 10 connections", boots, ""));
		return steps;
	}

	private static List<Step> advised(String before, Setting setting, String reference) {
		Load load = Load.of(250, 30, 2, 30);
		Request member = Request.member("/members/token-%d");
		return List.of(Step.of(Scenario.ADVICE, before, setting, load, member), Step
			.of(Scenario.ADVICE, before + ", then as advised", setting.advised(Advice.POOL_AND_THREADS), load, member)
			.against(before, By.PER_SECOND, reference));
	}

}
