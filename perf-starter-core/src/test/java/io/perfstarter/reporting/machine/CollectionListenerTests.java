package io.perfstarter.reporting.machine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.reporting.machine.CollectionListener.CollectionSummary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CollectionListener}.
 */
class CollectionListenerTests {

	@TempDir
	private Path directory;

	private final CollectionListener listener = new CollectionListener();

	@Test
	void nothingIsKnownAtFirst() {
		assertThat(this.listener.next()).isEqualTo(new CollectionSummary(0, 0, -1, ""));
	}

	@ParameterizedTest
	@ValueSource(strings = { "Copy", "PS Scavenge", "G1 Young Generation", "G1 Concurrent GC", "ZGC Pauses",
			"ZGC Minor Pauses", "Shenandoah Pauses" })
	void theLongestPauseOfAPeriod(String collector) {
		this.listener.add(collector, "No GC", 3, 5, 5, true);
		this.listener.add(collector, "No GC", 7, 5, 5, true);
		this.listener.add(collector, "No GC", 4, 5, 5, true);
		assertThat(this.listener.next())
			.isEqualTo(new CollectionSummary(TimeUnit.MILLISECONDS.toNanos(7), 0, -1, "No GC"));
		assertThat(this.listener.next().longestPause()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "ZGC Cycles", "ZGC Major Cycles", "ZGC Minor Cycles" })
	void aCycleIsNoPauseButThreadsMayWaitForIt(String collector) {
		this.listener.add(collector, "Proactive", 900, 5, 5, true);
		this.listener.add(collector, "Allocation Stall", 300, 5, 5, true);
		this.listener.add(collector, "Allocation Stall", 200, 5, 5, true);
		CollectionSummary heard = this.listener.next();
		assertThat(heard.longestPause()).isZero();
		assertThat(heard.stalled()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
		assertThat(this.listener.next().stalled()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "MarkSweepCompact", "PS MarkSweep", "G1 Old Generation", "ZGC Cycles", "ZGC Major Cycles",
			"Shenandoah Cycles" })
	void whatAFullCollectionLeavesIsLive(String collector) {
		this.listener.add(collector, "Allocation Failure", 9, 40, 60, true);
		assertThat(this.listener.next().live()).isEqualTo(60);
	}

	@Test
	void theReasonIsThatOfTheLongestTime() {
		this.listener.add("Copy", "Allocation Failure", 5, 5, 5, true);
		this.listener.add("MarkSweepCompact", "Metadata GC Threshold", 4, 5, 5, true);
		this.listener.add("MarkSweepCompact", "Metadata GC Threshold", 3, 5, 5, true);
		this.listener.add("ZGC Cycles", "Proactive", 900, 5, 5, true);
		assertThat(this.listener.next().reason()).isEqualTo("Metadata GC Threshold");
		assertThat(this.listener.next().reason()).isEmpty();
	}

	@Test
	void theLeastOfAPeriodOfG1IsLive() {
		this.listener.add("G1 Young Generation", "G1 Evacuation Pause", 9, 100, 90, true);
		this.listener.add("G1 Young Generation", "G1 Evacuation Pause", 9, 90, 70, true);
		this.listener.add("G1 Young Generation", "G1 Evacuation Pause", 9, 85, 80, true);
		assertThat(this.listener.next().live()).isEqualTo(70);
		assertThat(this.listener.next().live()).isEqualTo(70);
		this.listener.add("G1 Concurrent GC", "No GC", 9, 95, 75, true);
		assertThat(this.listener.next().live()).isEqualTo(75);
	}

	@ParameterizedTest
	@ValueSource(strings = { "MarkSweepCompact", "G1 Old Generation", "ZGC Cycles" })
	void theLeastOfAPeriodIsLiveBecauseSoftReferencesAreToo(String collector) {
		this.listener.add(collector, "Allocation Failure", 9, 250, 240, true);
		this.listener.add(collector, "Allocation Failure", 9, 250, 50, true);
		this.listener.add(collector, "Allocation Failure", 9, 250, 230, true);
		assertThat(this.listener.next().live()).isEqualTo(50);
		this.listener.add(collector, "Allocation Failure", 9, 250, 60, true);
		assertThat(this.listener.next().live()).isEqualTo(60);
	}

	@Test
	void whatG1FreesWithTheYoungAloneSaysNothingOfTheOld() {
		this.listener.add("G1 Young Generation", "G1 Humongous Allocation", 9, 114, 41, false);
		assertThat(this.listener.next().live()).isEqualTo(-1);
	}

	@Tag(Tier.ALL)
	@Test
	void humongousObjectsComeAndGoUnnoticed() throws Exception {
		assertThat(liveWith("-XX:InitiatingHeapOccupancyPercent=100", "-Dkept=1")).isEqualTo("-1");
		assertThat(liveWith("-XX:InitiatingHeapOccupancyPercent=1", "-XX:G1HeapWastePercent=0", "-Dkept=400"))
			.isNotEqualTo("-1");
	}

	private String liveWith(String... options) throws Exception {
		List<String> all = new ArrayList<>(List.of("-Xmx128m", "-XX:+UseG1GC", "-Xmn16m", "-XX:-G1UseAdaptiveIHOP"));
		all.addAll(List.of(options));
		List<String> lines = ChildJvm.run(HumongousMain.class, all, this.directory);
		return lines.get(lines.size() - 1);
	}

	@Test
	void collectionsOfTheYoungSayNothingOfTheOld() {
		this.listener.add("G1 Young Generation", "G1 Evacuation Pause", 9, 50, 60, true);
		this.listener.add("Copy", "Allocation Failure", 9, 60, 50, true);
		this.listener.add("ZGC Minor Cycles", "Allocation Rate", 9, 60, 50, true);
		assertThat(this.listener.next().live()).isEqualTo(-1);
	}

}
