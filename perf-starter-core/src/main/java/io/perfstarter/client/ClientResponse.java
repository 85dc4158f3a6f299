package io.perfstarter.client;

import java.io.IOException;
import java.nio.ByteBuffer;

import io.perfstarter.support.WaitListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A response that observes writes of its body. Does not observe a writer, whose calls may
 * be many and short. As thread-safe as the response.
 */
public final class ClientResponse extends HttpServletResponseWrapper {

	private final WaitListener listener;

	private @Nullable ServletOutputStream output;

	/**
	 * Creates a response.
	 * @param response the response of the container
	 * @param listener receives the calls that may wait for the client
	 */
	public ClientResponse(HttpServletResponse response, WaitListener listener) {
		super(response);
		this.listener = listener;
	}

	@Override
	public ServletOutputStream getOutputStream() throws IOException {
		ServletOutputStream original = super.getOutputStream();
		if (this.output == null) {
			this.output = new ClientOutput(original, getBufferSize());
		}
		return this.output;
	}

	@Override
	public void flushBuffer() throws IOException {
		writing(super::flushBuffer);
	}

	private void writing(Writing call) throws IOException {
		Runnable ended = this.listener.waiting();
		try {
			call.write();
		}
		finally {
			ended.run();
		}
	}

	/**
	 * A call that writes to the client.
	 */
	private interface Writing {

		void write() throws IOException;

	}

	/**
	 * The body of a response. Observes the writing calls that may wait.
	 */
	private final class ClientOutput extends ServletOutputStream {

		private final ServletOutputStream output;

		// The bytes that surely fit into the buffer of the response without a wait for
		// the client. A quarter, because a container may send a larger write at once.
		private int buffered;

		private ClientOutput(ServletOutputStream output, int bufferSize) {
			this.output = output;
			this.buffered = bufferSize / 4;
		}

		/**
		 * Once bytes do not fit, each later write may wait for the client.
		 */
		private boolean fits(int length) {
			this.buffered = (length <= this.buffered) ? this.buffered - length : -1;
			return this.buffered >= 0;
		}

		@Override
		public void write(int character) throws IOException {
			if (fits(1)) {
				this.output.write(character);
			}
			else {
				writing(() -> this.output.write(character));
			}
		}

		@Override
		public void write(byte[] bytes, int offset, int length) throws IOException {
			if (fits(length)) {
				this.output.write(bytes, offset, length);
			}
			else {
				writing(() -> this.output.write(bytes, offset, length));
			}
		}

		/**
		 * Delegates, because Jetty encodes text that {@link ServletOutputStream} refuses.
		 */
		@Override
		public void print(String text) throws IOException {
			writing(() -> this.output.print(text));
		}

		@Override
		public void write(ByteBuffer buffer) throws IOException {
			writing(() -> this.output.write(buffer));
		}

		@Override
		public void flush() throws IOException {
			writing(this.output::flush);
		}

		@Override
		public void close() throws IOException {
			writing(this.output::close);
		}

		@Override
		public boolean isReady() {
			return this.output.isReady();
		}

		@Override
		public void setWriteListener(WriteListener listener) {
			this.output.setWriteListener(listener);
		}

	}

}
