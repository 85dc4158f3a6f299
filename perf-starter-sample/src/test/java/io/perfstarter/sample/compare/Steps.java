package io.perfstarter.sample.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.perfstarter.sample.compare.Comparison.By;

/**
 * All that is compared.
 */
final class Steps {

	private static final int LANES_FROM = 21;

	private static final String VIRTUAL = "spring.threads.virtual.enabled";

	private static final int CLIENTS = 1000;

	private static final int ORDERS = 5;

	private Steps() {
	}

	/**
	 * The steps of a report, in the order of its table.
	 * @param report the report
	 */
	static List<Step> of(Report report) {
		return switch (report) {
			case A -> season();
			case B -> List.of();
			case C -> (Runtime.version().feature() >= LANES_FROM) ? orders() : List.of();
			case D -> members();
			case E -> advised();
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

	private static List<Step> season() {
		List<Step> steps = new ArrayList<>();
		page(steps, 10, "", "2.7 (68 → 25 ms)", "slower, up to 2 times", "");
		page(steps, 30, "", "", "1.2 to 1.5", "");
		page(steps, 50, "3.8 (659 → 175 ms)", "", "1.6 (136 → 84 ms)", "7 (550 → 70 ms)");
		Load load = Load.of(5, 6, 4, 14);
		Request search = Request.search("search", 50);
		steps.add(Step.of(Report.A, "heap of 56 MB", Setting.OFF.heap(56), load, search));
		steps.add(Step.of(Report.A, "heap as advised", Setting.OFF.heap(56).asAdvised(), load, search)
			.against("heap of 56 MB", By.MEAN, "p99 1.6 (361 → 225 ms), longest 3.1 (802 → 259 ms)"));
		Setting poolOfOne = Setting.OFF.with("spring.datasource.hikari.maximum-pool-size", 1);
		steps.add(Step.of(Report.A, "pool of 1, 50 users", poolOfOne, Load.of(50, 6, 4, 14), search));
		return steps;
	}

	private static void page(List<Step> steps, int size, String mesh, String cache, String parallel, String all) {
		String tickets = ", %d tickets".formatted(size);
		Load load = Load.of(5, 6, 4, 10);
		Request legacy = Request.search("search-legacy", size);
		Request search = Request.search("search", size);
		Setting cached = Setting.OFF.with("perf-starter.coherence.enabled", true).with("perf-starter.eviction.enabled", true);
		Setting lanes = Setting.OFF.with("perf-starter.async.enabled", true);
		steps.add(Step.of(Report.A, "legacy" + tickets, Setting.OFF, load, legacy));
		steps.add(Step.of(Report.A, "mesh" + tickets, Setting.OFF, load, search)
			.against("legacy" + tickets, By.MEAN, mesh));
		steps.add(Step.of(Report.A, "mesh and cache" + tickets, cached, load, search)
			.against("mesh" + tickets, By.MEAN, cache));
		steps.add(Step.of(Report.A, "mesh in parallel" + tickets, lanes, load, Request.search("search-parallel", size))
			.against("mesh" + tickets, By.MEAN, parallel));
		Step on = Step.of(Report.A, "all on" + tickets, Setting.ON, load, search)
			.against("legacy" + tickets, By.MEAN, all);
		steps.add((size == 50) ? on.wanted(7) : on);
	}

	private static List<Step> orders() {
		Load load = Load.atOnce(CLIENTS, ORDERS, 8);
		Setting room = Setting.OFF.heap(1024)
			.with("server.tomcat.accept-count", CLIENTS).with("server.tomcat.max-connections", CLIENTS + 100);
		Setting unbounded = room.application("ticket-without-lane").with("spring.task.execution.mode", "force");
		Setting lane = room.with(VIRTUAL, true).with("perf-starter.async.enabled", true).with("perf-starter.async.requests.permits", 40).with("perf-starter.async.requests.room", CLIENTS).with("perf-starter.async.requests.max-wait", "60s");
		Request order = Request.order();
		String before = "platform threads";
		return List.of(Step.of(Report.C, before, unbounded, load, order),
				Step.of(Report.C, "virtual threads, updates in the request", room.with(VIRTUAL, true), load, order)
					.against(before, By.PER_SECOND, "0.54 (1150 → 620)"),
				Step.of(Report.C, "virtual threads, updates without a bound", unbounded.with(VIRTUAL, true), load, order)
					.against(before, By.PER_SECOND, "0.83 (1150 → 949)"),
				Step.of(Report.C, "virtual threads, lane and gate", lane, load, order)
					.against(before, By.PER_SECOND, "1.0 (1150 → 1144), with fewer queries"));
	}

	private static List<Step> members() {
		List<Step> steps = new ArrayList<>();
		Load load = Load.of(60, 8, 2, 14);
		for (String by : List.of("token-%d", "email-member%d@parking.example", "id-%d")) {
			String name = ", by " + by.replaceAll("-.*", "");
			Step after = Step.of(Report.D, "after" + name, Setting.ON, load, Request.member("/members/" + by))
				.against("before" + name, By.MEAN, "8, all together");
			steps.add(Step.of(Report.D, "before" + name, Setting.OFF, load, Request.member("/members-legacy/" + by)));
			steps.add((by.startsWith("token")) ? after.wanted(5) : after);
		}
		for (int threads : List.of(200, 100, 50, 30, 20)) {
			String notes = Map
				.of(200, "500/s", 100, "1.6 (800/s)", 50, "2.2 (1100/s)", 30, "2.6 (1300/s)", 20, "2.6 (1300/s)")
				.get(threads);
			steps.add(Step.of(Report.D, threads + " threads, 250 users",
					Setting.OFF.with("server.tomcat.threads.max", threads), Load.of(250, 6, 2, 12),
					Request.member("/members/id-%d"))
				.against("200 threads, 250 users", By.PER_SECOND, notes));
		}
		return steps;
	}

	private static List<Step> advised() {
		Setting defaults = Setting.OFF.with("perf-starter.reporting.database-cores", 2);
		Load load = Load.of(100, 10, 2, 30);
		Request member = Request.member("/members/token-%d");
		return List.of(Step.of(Report.E, "Boot's 200 threads and 10 connections", defaults, load, member),
				Step.of(Report.E, "as advised", defaults.asAdvised(), load, member)
					.against("Boot's 200 threads and 10 connections", By.PER_SECOND, "3.0 (66 → 200)"));
	}

}
