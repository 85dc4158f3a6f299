package io.perfstarter.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

import io.perfstarter.support.WaitListener;
import jakarta.servlet.ServletOutputStream;
import org.junit.jupiter.api.Test;

import org.springframework.mock.web.DelegatingServletOutputStream;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ClientRequest} and {@link ClientResponse}.
 */
class ObservedBodiesTests {

	private final Calls calls = new Calls();

	private final MockHttpServletRequest original = new MockHttpServletRequest();

	private final ClientRequest request = new ClientRequest(this.original, this.calls);

	@Test
	void readingAStream() throws Exception {
		this.original.setContent(new byte[] { 1, 2, 3 });
		assertThat(this.request.getInputStream().read()).isOne();
		assertThat(this.request.getInputStream().read(new byte[2], 0, 2)).isEqualTo(2);
		this.calls.assertObserved(2);
	}

	@Test
	void readingText() throws Exception {
		this.original.setContent("text".getBytes());
		Reader reader = this.request.getReader();
		assertThat(reader.read()).isEqualTo('t');
		this.calls.assertObserved(1);
	}

	@Test
	void readingAFormOnce() {
		this.original.setContentType("application/x-www-form-urlencoded");
		this.original.addParameter("a", "b");
		assertThat(this.request.getParameter("a")).isEqualTo("b");
		assertThat(this.request.getParameterValues("a")).containsExactly("b");
		assertThat(this.request.getParameterMap()).containsOnlyKeys("a");
		this.calls.assertObserved(1);
	}

	@Test
	void parametersOfTheQueryAreNotRead() {
		this.original.addParameter("a", "b");
		assertThat(this.request.getParameter("a")).isEqualTo("b");
		this.calls.assertObserved(0);
	}

	@Test
	void readingParts() throws Exception {
		assertThat(this.request.getParts()).isEmpty();
		assertThat(this.request.getPart("a")).isNull();
		this.calls.assertObserved(2);
	}

	@Test
	void writingWhatDoesNotFitIntoTheBuffer() throws Exception {
		MockHttpServletResponse original = new MockHttpServletResponse();
		original.setBufferSize(400);
		ClientResponse response = new ClientResponse(original, this.calls);
		ServletOutputStream output = response.getOutputStream();
		output.write(new byte[99]);
		output.write(1);
		this.calls.assertObserved(0);
		output.write(1);
		output.write(new byte[1]);
		output.flush();
		response.flushBuffer();
		output.close();
		this.calls.assertObserved(5);
		assertThat(original.getContentAsByteArray()).hasSize(102);
	}

	@Test
	void textIsEncodedByTheServer() throws Exception {
		ByteArrayOutputStream printed = new ByteArrayOutputStream();
		MockHttpServletResponse original = new MockHttpServletResponse() {

			@Override
			public ServletOutputStream getOutputStream() {
				return new DelegatingServletOutputStream(printed) {

					@Override
					public void print(String text) throws IOException {
						printed.write(text.getBytes(StandardCharsets.UTF_8));
					}

				};
			}

		};
		new ClientResponse(original, this.calls).getOutputStream().print("5 €");
		assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo("5 €");
		this.calls.assertObserved(1);
	}

	/**
	 * Counts calls that have begun and ended.
	 */
	private static final class Calls implements WaitListener {

		private int begun;

		private int ended;

		@Override
		public Runnable waiting() {
			this.begun++;
			return () -> this.ended++;
		}

		private void assertObserved(int calls) {
			assertThat(this.begun).isEqualTo(calls);
			assertThat(this.ended).isEqualTo(calls);
		}

	}

}
