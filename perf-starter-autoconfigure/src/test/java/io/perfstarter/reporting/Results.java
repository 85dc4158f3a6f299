package io.perfstarter.reporting;

import java.util.List;
import java.util.Map;

import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.json.JsonWriter;

/**
 * The results of reporting, for tests of other packages.
 */
public final class Results {

	private Results() {
	}

	public static List<Window> windows(Reporting reporting) {
		return reporting.state("test").windows().stream().map(JudgedWindow::window).toList();
	}

	public static List<ServedRequest> slowest(Reporting reporting) {
		return reporting.state("test").slowest().stream().map(JudgedRequest::request).toList();
	}

	public static Map<String, String> capabilities(Reporting reporting) {
		return reporting.state("test").capabilities();
	}

	public static String json(Map<String, @Nullable Object> results) {
		return JsonWriter.<Map<String, @Nullable Object>>standard().writeToString(results);
	}

}
