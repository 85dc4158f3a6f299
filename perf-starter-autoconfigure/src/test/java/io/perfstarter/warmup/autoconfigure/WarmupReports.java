package io.perfstarter.warmup.autoconfigure;

import java.util.List;

import io.perfstarter.warmup.AotCache;
import io.perfstarter.warmup.CallReport;
import io.perfstarter.warmup.Outcome;
import io.perfstarter.warmup.TaskReport;
import io.perfstarter.warmup.WarmupPhase;
import io.perfstarter.warmup.WarmupReport;

/**
 * Reports for tests.
 */
final class WarmupReports {

	private WarmupReports() {
	}

	static WarmupReport failed() {
		return new WarmupReport(WarmupPhase.FAILED, false, 100, 10, AotCache.NONE,
				List.of(new TaskReport("pool main", 5, "refused"), new TaskReport("pool standby", 5, null)),
				List.of(new CallReport("list", "GET", "/list", Outcome.FAILED, 3, 3, 1.0, null, null, "status 404"),
						new CallReport("one", "GET", "/one", Outcome.CONVERGED, 200, 0, 1.0, 0.5, 0.5, null)));
	}

}
