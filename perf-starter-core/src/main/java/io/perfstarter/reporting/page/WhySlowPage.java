package io.perfstarter.reporting.page;

import java.time.ZoneId;

import io.perfstarter.reporting.WhySlow;

/**
 * Creates the page that shows the causes of slow requests: one document without scripts,
 * with a content security policy that allows only its own style sheet and an empty icon.
 */
public final class WhySlowPage {

	private static final StyleSheet STYLE = StyleSheet.load();

	private WhySlowPage() {
	}

	/**
	 * Creates the page.
	 * @param state the results to show
	 * @return the document
	 */
	public static String html(WhySlow state) {
		return html(state, ZoneId.systemDefault());
	}

	static String html(WhySlow state, ZoneId zone) {
		Timeline timeline = Timeline.of(state.windows(), zone);
		Html html = new Html();
		html.open("html", "lang", "en");
		writeHeadTo(html, state);
		html.open("body").element("a", "Skip to the content", "class", "skip", "href", "#content");
		writeHeaderTo(html, state, timeline);
		StackedBar.writePatternsTo(html);
		html.open("main", "id", "content", "tabindex", "-1");
		new NowPanel(timeline).writeTo(html);
		new SlowestPanel(state.slowest(), timeline).writeTo(html);
		new HourPanel(timeline).writeTo(html);
		new AdvicePanel(state.advice()).writeTo(html);
		new CapabilitiesPanel(state.capabilities()).writeTo(html);
		html.close();
		html.open("footer").text("Times are in " + zone + ". Parameter values are not recorded. ");
		html.element("a", "Stacks of slow requests", "href", "whyslow/stacks").close();
		return html.close().close().toString();
	}

	private static void writeHeadTo(Html html, WhySlow state) {
		html.open("head").empty("meta", "charset", "utf-8");
		html.empty("meta", "http-equiv", "Content-Security-Policy", "content", STYLE.policy());
		html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
		html.empty("meta", "name", "color-scheme", "content", "light dark");
		html.empty("meta", "name", "description", "content",
				"Why requests of this instance are slow, and what to do about it.");
		// Without it, browsers ask for /favicon.ico, and complain that the policy forbids
		// it.
		html.empty("link", "rel", "icon", "href", "data:,");
		html.element("title", "Why slow? " + state.instance()).style(STYLE.text()).close();
	}

	private static void writeHeaderTo(Html html, WhySlow state, Timeline timeline) {
		html.open("header").open("div").element("h1", "Why slow?");
		html.open("p").element("b", state.instance()).text(" at " + timeline.clock(state.at()) + " ");
		html.element("a", "Reload", "href", "").close().close();
		html.open("nav", "aria-label", "Sections").open("ul");
		link(html, "#now", "Now");
		link(html, "#slowest", "Slowest");
		link(html, "#hour", "History");
		link(html, "#advice", "Advice");
		link(html, "#measured", "Measured");
		html.close().close().close();
	}

	private static void link(Html html, String to, String text) {
		html.open("li").element("a", text, "href", to).close();
	}

}
