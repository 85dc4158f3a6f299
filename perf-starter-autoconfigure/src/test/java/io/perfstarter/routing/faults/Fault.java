package io.perfstarter.routing.faults;

import java.util.Locale;
import java.util.function.Consumer;

import io.perfstarter.routing.PostgresNode;
import io.perfstarter.routing.PostgresPair;

/**
 * Faults of a server and how to repair them.
 */
enum Fault {

	NONE((node) -> {
	}, (node) -> {
	}),

	STANDBY_STOP(PostgresNode::stop, PostgresNode::start),

	STANDBY_KILL(PostgresNode::kill, PostgresNode::start),

	STANDBY_FREEZE(PostgresNode::freeze, PostgresNode::thaw),

	STANDBY_RESTART(PostgresNode::stop, PostgresNode::start),

	PRIMARY_STOP(PostgresNode::stop, PostgresNode::start),

	PRIMARY_KILL(PostgresNode::kill, PostgresNode::start),

	PRIMARY_FREEZE(PostgresNode::freeze, PostgresNode::thaw),

	PRIMARY_RESTART(PostgresNode::stop, PostgresNode::start),

	STANDBY_PROMOTE((node) -> node.run("select pg_promote(false)"), (node) -> {
	});

	private final Consumer<PostgresNode> begin;

	private final Consumer<PostgresNode> end;

	Fault(Consumer<PostgresNode> begin, Consumer<PostgresNode> end) {
		this.begin = begin;
		this.end = end;
	}

	boolean isBrief() {
		return name().endsWith("RESTART");
	}

	boolean isOfPrimary() {
		return name().startsWith("PRIMARY");
	}

	void begin(PostgresPair databases) {
		this.begin.accept(node(databases));
	}

	void end(PostgresPair databases) {
		this.end.accept(node(databases));
	}

	private PostgresNode node(PostgresPair databases) {
		return isOfPrimary() ? databases.primary() : databases.standby();
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', ' ');
	}

}
