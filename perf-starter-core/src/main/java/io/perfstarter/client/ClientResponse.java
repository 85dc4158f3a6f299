package io.perfstarter.client;

import java.io.IOException;
import java.io.PrintWriter;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A response, the writing of whose body is observed. As thread-safe as the response.
 */
public final class ClientResponse extends HttpServletResponseWrapper {

	private final ClientWaitListener listener;

	private final boolean withText;

	private @Nullable ServletOutputStream output;

	private @Nullable PrintWriter writer;

	/**
	 * Creates a response.
	 * @param response the response of the container
	 * @param listener observes the calls that write
	 * @param withText whether text that is written with a writer is observed; such calls
	 * may be many and short
	 */
	public ClientResponse(HttpServletResponse response, ClientWaitListener listener, boolean withText) {
		super(response);
		this.listener = listener;
		this.withText = withText;
	}

	@Override
	public ServletOutputStream getOutputStream() throws IOException {
		ServletOutputStream original = super.getOutputStream();
		if (this.output == null) {
			this.output = new ClientOutput(original, this.listener, getBufferSize());
		}
		return this.output;
	}

	@Override
	public PrintWriter getWriter() throws IOException {
		PrintWriter original = super.getWriter();
		if (!this.withText) {
			return original;
		}
		if (this.writer == null) {
			this.writer = new ClientWriter(original, this.listener);
		}
		return this.writer;
	}

	@Override
	public void flushBuffer() throws IOException {
		this.listener.writing(super::flushBuffer);
	}

}
