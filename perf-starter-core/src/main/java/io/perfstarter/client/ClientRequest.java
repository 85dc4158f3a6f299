package io.perfstarter.client;

import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Map;

import io.perfstarter.support.WaitListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;

/**
 * A request that observes reads of its body: from a stream, from a reader, or by the
 * container for parameters and parts. As thread-safe as the request.
 */
public final class ClientRequest extends HttpServletRequestWrapper {

	private final WaitListener listener;

	private @Nullable ServletInputStream input;

	private @Nullable BufferedReader reader;

	private boolean parametersRead;

	/**
	 * Creates a request.
	 * @param request the request of the container
	 * @param listener receives the calls that may wait for the client
	 */
	public ClientRequest(HttpServletRequest request, WaitListener listener) {
		super(request);
		this.listener = listener;
	}

	@Override
	public ServletInputStream getInputStream() throws IOException {
		ServletInputStream original = super.getInputStream();
		if (this.input == null) {
			this.input = new ClientInput(original);
		}
		return this.input;
	}

	@Override
	public BufferedReader getReader() throws IOException {
		BufferedReader original = super.getReader();
		if (this.reader == null) {
			this.reader = new BufferedReader(new FilterReader(original) {
				@Override
				public int read(char[] characters, int offset, int length) throws IOException {
					return reading(() -> original.read(characters, offset, length));
				}
			});
		}
		return this.reader;
	}

	@Override
	public @Nullable String getParameter(String name) {
		readParameters();
		return super.getParameter(name);
	}

	@Override
	public Map<String, String[]> getParameterMap() {
		readParameters();
		return super.getParameterMap();
	}

	@Override
	public Enumeration<String> getParameterNames() {
		readParameters();
		return super.getParameterNames();
	}

	@Override
	public String @Nullable [] getParameterValues(String name) {
		readParameters();
		return super.getParameterValues(name);
	}

	/**
	 * Observes the first call, in which the container reads the body of a form.
	 */
	private void readParameters() {
		if (!this.parametersRead && getContentType() != null) {
			this.parametersRead = true;
			reading(super::getParameterNames);
		}
	}

	@Override
	public Collection<Part> getParts() throws IOException, ServletException {
		Runnable ended = this.listener.waiting();
		try {
			return super.getParts();
		}
		finally {
			ended.run();
		}
	}

	/**
	 * In the first call, the container reads all parts.
	 */
	@Override
	public @Nullable Part getPart(String name) throws IOException, ServletException {
		getParts();
		return super.getPart(name);
	}

	private <T, X extends Exception> T reading(Reading<T, X> call) throws X {
		Runnable ended = this.listener.waiting();
		try {
			return call.read();
		}
		finally {
			ended.run();
		}
	}

	/**
	 * A call that reads from the client.
	 *
	 * @param <T> the type of the result
	 * @param <X> the checked exception, inferred by the compiler
	 */
	private interface Reading<T, X extends Exception> {

		T read() throws X;

	}

	/**
	 * The body of a request. Observes the calls that read.
	 */
	private final class ClientInput extends ServletInputStream {

		private final ServletInputStream input;

		private ClientInput(ServletInputStream input) {
			this.input = input;
		}

		@Override
		public int read() throws IOException {
			return reading(() -> this.input.read());
		}

		@Override
		public int read(byte[] bytes, int offset, int length) throws IOException {
			return reading(() -> this.input.read(bytes, offset, length));
		}

		@Override
		public int read(ByteBuffer buffer) throws IOException {
			return reading(() -> this.input.read(buffer));
		}

		@Override
		public int available() throws IOException {
			return this.input.available();
		}

		@Override
		public void close() throws IOException {
			this.input.close();
		}

		@Override
		public boolean isFinished() {
			return this.input.isFinished();
		}

		@Override
		public boolean isReady() {
			return this.input.isReady();
		}

		@Override
		public void setReadListener(ReadListener listener) {
			this.input.setReadListener(listener);
		}

	}

}
