package io.perfstarter.routing.connection;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;

import io.perfstarter.support.UncommittedResponse;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Sets a token before each call that may commit the response, if the request has written
 * since the last token. Confined to the thread that uses the response.
 */
final class TokenResponse extends UncommittedResponse {

	private final ReadScope scope;

	private final Runnable send;

	private final Runnable late;

	private long covered;

	/**
	 * Creates a wrapper.
	 * @param scope the scope of the request
	 * @param send sets the token
	 * @param late called for a write after the response was committed
	 */
	TokenResponse(HttpServletResponse response, ReadScope scope, Runnable send, Runnable late) {
		super(response);
		this.scope = scope;
		this.send = send;
		this.late = late;
		// For an error page after the commit, earlier writes are reported already.
		this.covered = isCommitted() ? scope.ownWrite() : Sampler.NEVER;
	}

	@Override
	protected void beforeCommit() {
		long write = this.scope.ownWrite();
		if (write != this.covered) {
			this.covered = write;
			(isCommitted() ? this.late : this.send).run();
		}
	}

	/**
	 * A reset also removes the token, so the next call must set it again.
	 */
	@Override
	public void reset() {
		super.reset();
		this.covered = Sampler.NEVER;
	}

	@Override
	public ServletOutputStream getOutputStream() throws IOException {
		return new TokenStream(super.getOutputStream());
	}

	@Override
	public PrintWriter getWriter() throws IOException {
		return new TokenWriter(super.getWriter());
	}

	/**
	 * Sets the token before each write, because any write may exceed the buffer or the
	 * announced length.
	 */
	private final class TokenStream extends ServletOutputStream {

		private final ServletOutputStream target;

		private TokenStream(ServletOutputStream target) {
			this.target = target;
		}

		@Override
		public void write(int value) throws IOException {
			beforeCommit();
			this.target.write(value);
		}

		@Override
		public void write(byte[] bytes, int offset, int length) throws IOException {
			beforeCommit();
			this.target.write(bytes, offset, length);
		}

		@Override
		public void write(ByteBuffer buffer) throws IOException {
			beforeCommit();
			this.target.write(buffer);
		}

		/**
		 * Delegates, because Jetty encodes text that {@link ServletOutputStream} refuses.
		 */
		@Override
		public void print(String text) throws IOException {
			beforeCommit();
			this.target.print(text);
		}

		@Override
		public void flush() throws IOException {
			beforeCommit();
			this.target.flush();
		}

		@Override
		public void close() throws IOException {
			beforeCommit();
			this.target.close();
		}

		@Override
		public boolean isReady() {
			return this.target.isReady();
		}

		@Override
		public void setWriteListener(WriteListener listener) {
			this.target.setWriteListener(listener);
		}

	}

	/**
	 * Sets the token before each write of characters. All other methods of the class call
	 * these.
	 */
	private final class TokenWriter extends PrintWriter {

		private TokenWriter(PrintWriter target) {
			super(target);
		}

		@Override
		public void write(int value) {
			beforeCommit();
			super.write(value);
		}

		@Override
		public void write(char[] characters, int offset, int length) {
			beforeCommit();
			super.write(characters, offset, length);
		}

		@Override
		public void write(String text, int offset, int length) {
			beforeCommit();
			super.write(text, offset, length);
		}

		@Override
		public void println() {
			beforeCommit();
			super.println();
		}

		@Override
		public void flush() {
			beforeCommit();
			super.flush();
		}

		@Override
		public void close() {
			beforeCommit();
			super.close();
		}

	}

}
