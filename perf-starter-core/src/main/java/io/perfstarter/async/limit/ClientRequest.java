package io.perfstarter.async.limit;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Map;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body is read while its admission waits for the client: from a stream, a
 * reader, or by the container, for parameters and parts.
 */
final class ClientRequest extends HttpServletRequestWrapper {

	private final Admission admission;

	private @Nullable ServletInputStream input;

	private @Nullable BufferedReader reader;

	private boolean parametersRead;

	ClientRequest(HttpServletRequest request, Admission admission) {
		super(request);
		this.admission = admission;
	}

	@Override
	public ServletInputStream getInputStream() throws IOException {
		ServletInputStream original = super.getInputStream();
		if (this.input == null) {
			this.input = new ClientInput(original, this.admission);
		}
		return this.input;
	}

	@Override
	public BufferedReader getReader() throws IOException {
		BufferedReader original = super.getReader();
		if (this.reader == null) {
			this.reader = new BufferedReader(new ClientReader(original, this.admission));
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
	 * The container reads the body of a form on the first call.
	 */
	private void readParameters() {
		if (!this.parametersRead) {
			this.parametersRead = true;
			this.admission.beginClientWait();
			try {
				super.getParameterNames();
			}
			finally {
				this.admission.endClientWait();
			}
		}
	}

	@Override
	public Collection<Part> getParts() throws IOException, ServletException {
		this.admission.beginClientWait();
		try {
			return super.getParts();
		}
		finally {
			this.admission.endClientWait();
		}
	}

	@Override
	public @Nullable Part getPart(String name) throws IOException, ServletException {
		this.admission.beginClientWait();
		try {
			return super.getPart(name);
		}
		finally {
			this.admission.endClientWait();
		}
	}

}
