package io.perfstarter.reporting;

import java.nio.file.Path;

import io.perfstarter.reporting.advice.HeapFacts;
import io.perfstarter.reporting.machine.JvmFacts;
import io.perfstarter.reporting.machine.MemoryUse;
import io.perfstarter.reporting.window.MachineWindow;

/**
 * Reads the facts about the heap of this JVM that advice needs.
 */
final class HeapReading {

	private static final Path ROOT = Path.of("/");

	private HeapReading() {
	}

	static HeapFacts of(MachineWindow machine) {
		JvmFacts jvm = JvmFacts.read(ROOT);
		MemoryUse use = MemoryUse.read();
		long stacks = jvm.threads() * Math.max(0, jvm.threadStack());
		return new HeapFacts(jvm.collector(), !jvm.collectorSet(), (int) Math.ceil(jvm.processors()), jvm.memory(),
				machine.gc().live(), use.oldCollections(), jvm.maxHeap(),
				use.metaspace() + stacks + use.direct() + use.code(), (jvm.memoryLimited()) ? jvm.memory() : -1);
	}

}
