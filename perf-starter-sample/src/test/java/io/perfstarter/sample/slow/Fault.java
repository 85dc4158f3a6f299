package io.perfstarter.sample.slow;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.perfstarter.reporting.rules.Cause;

/**
 * A row of the matrix: what goes wrong, and what must be said about it. It is described
 * once, when the matrix is listed, and not changed afterwards.
 */
final class Fault {

	private final String name;

	private final String text;

	private final Load load;

	private Settings settings = Settings.ROOMY;

	private Injection injection = Injection.none();

	private int settleSeconds = 1;

	private Predicate<Condition> possible = (condition) -> true;

	private Set<Cause> causes = Set.of();

	private List<String> needed = List.of();

	private boolean healthy;

	private boolean always;

	private boolean cold;

	private Fault(String name, String text, Load load) {
		this.name = name;
		this.text = text;
		this.load = load;
	}

	/**
	 * Begins to describe one.
	 * @param name its name
	 * @param text what is wrong with the application or around it, in one paragraph
	 * @param load the requests that show it
	 */
	static Fault of(String name, String text, Load load) {
		return new Fault(name, text.strip().replaceAll("\\s+", " "), load);
	}

	Fault with(Settings settings) {
		this.settings = settings;
		return this;
	}

	Fault beside(Injection injection) {
		this.injection = injection;
		return this;
	}

	/** It takes so long until it can be seen. */
	Fault settling(int seconds) {
		this.settleSeconds = seconds;
		return this;
	}

	/** It means something under these conditions only. */
	Fault only(Predicate<Condition> possible) {
		this.possible = this.possible.and(possible);
		return this;
	}

	/** What it is about depends on the collector. */
	Fault only(Collector collector) {
		return only((condition) -> condition.collector() == collector);
	}

	/** What is right as the main cause. */
	Fault means(Cause... causes) {
		this.causes = new TreeSet<>(Set.of(causes));
		return this;
	}

	/** One of these texts must be read in subject, evidence or remedy. */
	Fault naming(String... needed) {
		this.needed = List.of(needed);
		return this;
	}

	/** Nothing may be said, except what it means. */
	Fault healthy() {
		this.healthy = true;
		return this;
	}

	/** It guards something that no other one guards, so it is run each time. */
	Fault always() {
		this.always = true;
		return this;
	}

	/** Its requests begin when a process of its own begins to listen. */
	Fault cold() {
		this.cold = true;
		return this;
	}

	String name() {
		return this.name;
	}

	String text() {
		return this.text;
	}

	Settings settings() {
		return this.settings;
	}

	Load load() {
		return this.load;
	}

	Injection injection() {
		return this.injection;
	}

	/**
	 * Periods that begin so many seconds after the load count; where nothing may be said,
	 * the one in which it begins does, too, unless it belongs to another row as well.
	 */
	int settleSeconds() {
		return this.healthy ? -Settings.PERIOD_SECONDS : this.settleSeconds;
	}

	boolean isPossible(Condition condition) {
		return this.possible.test(condition);
	}

	Set<Cause> causes() {
		return this.causes;
	}

	boolean isHealthy() {
		return this.healthy;
	}

	boolean isAlways() {
		return this.always;
	}

	boolean isCold() {
		return this.cold;
	}

	/** Judges what was said about one period. */
	Result judge(JudgedPeriod period) {
		if (period.causes().isEmpty()) {
			return this.healthy ? Result.RIGHT : Result.VAGUE;
		}
		Cause main = period.causes().get(0);
		if (this.causes.contains(main)) {
			return isNamedIn(period) ? Result.RIGHT : Result.VAGUE;
		}
		boolean vague = main == Cause.UNSURE || main == Cause.MIXED;
		return (vague && !this.healthy) ? Result.VAGUE : Result.WRONG;
	}

	private boolean isNamedIn(JudgedPeriod period) {
		String said = period.said().toLowerCase(Locale.ROOT);
		return this.needed.isEmpty()
				|| this.needed.stream().map((text) -> text.toLowerCase(Locale.ROOT)).anyMatch(said::contains);
	}

	/** As a cell of the table. */
	String wanted() {
		String wanted = this.causes.stream().map(Cause::toString).collect(Collectors.joining(" or "));
		if (this.healthy) {
			return wanted.isEmpty() ? "-" : "- or " + wanted;
		}
		return this.needed.isEmpty() ? wanted : wanted + " with " + String.join(" or ", this.needed);
	}

	@Override
	public String toString() {
		return this.name;
	}

}
