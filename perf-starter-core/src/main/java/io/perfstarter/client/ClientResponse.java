package io.perfstarter.client;

import java.io.IOException;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A response, the writing of whose body is observed, except for text that is written with
 * a writer, because such calls may be many and short. As thread-safe as the response.
 */
public final class ClientResponse extends HttpServletResponseWrapper {

	private final ClientWaitListener listener;

	private @Nullable ServletOutputStream output;

	/**
	 * Creates a response.
	 * @param response the response of the container
	 * @param listener observes the calls that write
	 */
	public ClientResponse(HttpServletResponse response, ClientWaitListener listener) {
		super(response);
		this.listener = listener;
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
	public void flushBuffer() throws IOException {
		this.listener.writing(super::flushBuffer);
	}

}
