package io.perfstarter.sample.compare;

import java.util.Locale;
import java.util.Optional;

/**
 * One row of a table: a service under a load.
 *
 * @param scenario the scenario it belongs to
 * @param name what is different in it
 * @param setting how the service is started
 * @param load how requests come
 * @param request what they ask for
 * @param comparison what it is compared with, if anything
 */
record Step(Scenario scenario, String name, Setting setting, Load load, Request request,
		Optional<Comparison> comparison) {

	static Step of(Scenario scenario, String name, Setting setting, Load load, Request request) {
		return new Step(scenario, name, setting, load, request, Optional.empty());
	}

	Step against(String before, Comparison.By by, String reference) {
		return new Step(this.scenario, this.name, this.setting, this.load, this.request,
				Optional.of(new Comparison(before, by, reference, 0)));
	}

	/** Says so under the table if it is not so many times better. */
	Step wanted(double ratio) {
		return new Step(this.scenario, this.name, this.setting, this.load, this.request,
				this.comparison.map((comparison) -> comparison.wanted(ratio)));
	}

	/** The same for a few seconds, from which nothing follows. */
	Step smoke() {
		return new Step(this.scenario, this.name, this.setting, this.load.smoke(), this.request, this.comparison)
			.wanted(0);
	}

	/** Returns the name of its requests in Gatling's report. */
	String id() {
		return String.format(Locale.ROOT, "%s: %s", this.scenario, this.name);
	}

}
