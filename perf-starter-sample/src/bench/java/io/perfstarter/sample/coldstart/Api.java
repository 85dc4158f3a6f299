package io.perfstarter.sample.coldstart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The main APIs of the ticket-service, as the warm-up and then the clients ask them.
 */
enum Api {

	/** The one page that everybody asks for. */
	SEARCH("search, cached", "GET", "/search?parkingLotId=1&searchStartAt=2024-03-01&searchEndAt=2024-03-31&size=10") {

		@Override
		String path(int number) {
			return BASE + this.template;
		}

	},

	/** Pages that nobody has asked for yet. */
	NEW_SEARCH("search, not cached", "GET",
			"/search?parkingLotId=1&searchStartAt=2024-02-29T{range:10..23}:{range:10..59}:{range:10..59}&size=10") {

		@Override
		String path(int number) {
			return BASE + "/search?parkingLotId=1&searchStartAt=2024-03-01T00:%02d:%02d&size=10".formatted(number / 60,
					number % 60);
		}

	},

	/** Tickets that nobody has asked for yet. */
	TICKET("ticket, not cached", "GET", "/{range:5001..5400}") {

		@Override
		String path(int number) {
			return BASE + "/" + (1 + number);
		}

	},

	/** Is never cached. */
	MEMBER("member", "GET", "/members/email-member{range:901..1000}@parking.example") {

		@Override
		String path(int number) {
			return "/members/email-member%d@parking.example".formatted(1 + number % 900);
		}

		@Override
		String template() {
			return this.template;
		}

	},

	/** A transaction that writes and evicts; it writes what is there already. */
	CHANGE("change of a ticket", "PUT", "/" + Api.CHANGED) {

		@Override
		String path(int number) {
			return BASE + this.template;
		}

	};

	/** The id of the ticket that is written. */
	static final long CHANGED = 5500;

	private static final String BASE = "/tickets/api/v1";

	final String template;

	private final String text;

	private final String method;

	Api(String text, String method, String template) {
		this.text = text;
		this.method = method;
		this.template = template;
	}

	/**
	 * What a client asks.
	 * @param number how many have asked it before
	 */
	abstract String path(int number);

	/**
	 * What the warm-up calls.
	 */
	String template() {
		return BASE + this.template;
	}

	String method() {
		return this.method;
	}

	/**
	 * The properties of all calls of the warm-up.
	 * @param ticket the ticket that is written
	 */
	static List<String> calls(String ticket) {
		List<String> arguments = new ArrayList<>();
		for (Api api : values()) {
			String call = "--perf-starter.warmup.requests[%d].".formatted(api.ordinal());
			arguments.add(call + "name=" + api.name().toLowerCase(Locale.ROOT));
			arguments.add(call + "path=" + api.template());
			if (!api.method.equals("GET")) {
				arguments.add(call + "method=" + api.method);
				arguments.add(call + "body=" + ticket);
				arguments.add(call + "assume-safe=true");
			}
		}
		return arguments;
	}

	@Override
	public String toString() {
		return this.text;
	}

}
