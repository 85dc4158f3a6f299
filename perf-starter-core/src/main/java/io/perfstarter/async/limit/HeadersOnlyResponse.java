package io.perfstarter.async.limit;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Collection;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Collects the headers that a filter sets, and discards its status and body.
 */
final class HeadersOnlyResponse extends HttpServletResponseWrapper {

	private final HttpHeaders headers = new HttpHeaders();

	HeadersOnlyResponse(HttpServletResponse response) {
		super(response);
	}

	void copyTo(HttpServletResponse response) {
		this.headers.forEach((name, values) -> values.forEach((value) -> response.addHeader(name, value)));
	}

	@Override
	public boolean containsHeader(String name) {
		return this.headers.containsHeader(name);
	}

	@Override
	public @Nullable String getHeader(String name) {
		return this.headers.getFirst(name);
	}

	@Override
	public Collection<String> getHeaders(String name) {
		return this.headers.getOrEmpty(name);
	}

	@Override
	public Collection<String> getHeaderNames() {
		return this.headers.headerNames();
	}

	@Override
	public void setHeader(String name, @Nullable String value) {
		this.headers.set(name, value);
	}

	@Override
	public void addHeader(String name, @Nullable String value) {
		this.headers.add(name, value);
	}

	@Override
	public void setStatus(int status) {
	}

	@Override
	public void sendError(int status) {
	}

	@Override
	public void sendError(int status, String message) {
	}

	@Override
	public void setContentType(String type) {
	}

	@Override
	public void setContentLength(int length) {
	}

	@Override
	public void setContentLengthLong(long length) {
	}

	@Override
	public ServletOutputStream getOutputStream() {
		return new NoOutput();
	}

	@Override
	public PrintWriter getWriter() {
		return new PrintWriter(OutputStream.nullOutputStream(), false);
	}

	@Override
	public void flushBuffer() {
	}

	/**
	 * A body that is discarded.
	 */
	private static final class NoOutput extends ServletOutputStream {

		@Override
		public void write(int character) {
		}

		@Override
		public boolean isReady() {
			return true;
		}

		@Override
		public void setWriteListener(WriteListener listener) {
		}

	}

}
