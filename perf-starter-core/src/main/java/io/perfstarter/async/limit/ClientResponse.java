package io.perfstarter.async.limit;

import java.io.IOException;
import java.io.PrintWriter;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A response that is written while its admission waits for the client.
 */
final class ClientResponse extends HttpServletResponseWrapper {

	private final Admission admission;

	private @Nullable ServletOutputStream output;

	private @Nullable PrintWriter writer;

	ClientResponse(HttpServletResponse response, Admission admission) {
		super(response);
		this.admission = admission;
	}

	@Override
	public ServletOutputStream getOutputStream() throws IOException {
		ServletOutputStream original = super.getOutputStream();
		if (this.output == null) {
			this.output = new ClientOutput(original, this.admission, getBufferSize());
		}
		return this.output;
	}

	@Override
	public PrintWriter getWriter() throws IOException {
		PrintWriter original = super.getWriter();
		if (this.writer == null) {
			this.writer = new ClientWriter(original, this.admission);
		}
		return this.writer;
	}

	@Override
	public void flushBuffer() throws IOException {
		this.admission.writing(super::flushBuffer);
	}

}
