package io.perfstarter.bench;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;

import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Counts what a web server receives and answers, without HTTP headers.
 */
final class Traffic extends ValveBase {

	private final LongAdder messages = new LongAdder();

	private final LongAdder received = new LongAdder();

	private final LongAdder answered = new LongAdder();

	Traffic() {
		super(true);
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		getNext().invoke(request, response);
		this.messages.increment();
		this.received.add(request.getContentLengthLong());
		this.answered.add(response.getContentWritten());
	}

	Counts counts() {
		return new Counts(this.messages.sum(), this.received.sum(), this.answered.sum());
	}

	/**
	 * What was counted so far.
	 */
	record Counts(long messages, long received, long answered) {

		Counts since(Counts before) {
			return new Counts(this.messages - before.messages, this.received - before.received,
					this.answered - before.answered);
		}

		int messageBytes() {
			return (int) (this.received / Math.max(1, this.messages));
		}

		int answerBytes() {
			return (int) (this.answered / Math.max(1, this.messages));
		}

	}

}
