package io.perfstarter.support;

import java.io.IOException;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;

/**
 * Base class of responses that act before each call that may commit them. A write to
 * their stream or writer is not such a call. Confined to the thread that uses the
 * response.
 */
public abstract class UncommittedResponse extends HttpServletResponseWrapper {

	/**
	 * Creates a wrapper.
	 * @param response the response
	 */
	protected UncommittedResponse(HttpServletResponse response) {
		super(response);
	}

	/**
	 * Called before each call that may commit the response, even if the response is
	 * committed already.
	 */
	protected abstract void beforeCommit();

	@Override
	public void flushBuffer() throws IOException {
		beforeCommit();
		super.flushBuffer();
	}

	@Override
	public void sendError(int status) throws IOException {
		beforeCommit();
		super.sendError(status);
	}

	@Override
	public void sendError(int status, String message) throws IOException {
		beforeCommit();
		super.sendError(status, message);
	}

	@Override
	public void sendRedirect(String location) throws IOException {
		beforeCommit();
		super.sendRedirect(location);
	}

	@Override
	public void sendRedirect(String location, int status) throws IOException {
		beforeCommit();
		super.sendRedirect(location, status);
	}

	@Override
	public void sendRedirect(String location, boolean clearBuffer) throws IOException {
		beforeCommit();
		super.sendRedirect(location, clearBuffer);
	}

	@Override
	public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
		beforeCommit();
		super.sendRedirect(location, status, clearBuffer);
	}

}
