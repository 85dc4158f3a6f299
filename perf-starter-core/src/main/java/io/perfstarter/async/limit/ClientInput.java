package io.perfstarter.async.limit;

import java.io.IOException;
import java.nio.ByteBuffer;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;

/**
 * The body of a request, whose admission waits for the client while it is read.
 */
final class ClientInput extends ServletInputStream {

	private final ServletInputStream input;

	private final Admission admission;

	ClientInput(ServletInputStream input, Admission admission) {
		this.input = input;
		this.admission = admission;
	}

	@Override
	public int read() throws IOException {
		return this.admission.reading(() -> this.input.read());
	}

	@Override
	public int read(byte[] bytes, int offset, int length) throws IOException {
		return this.admission.reading(() -> this.input.read(bytes, offset, length));
	}

	@Override
	public int read(ByteBuffer buffer) throws IOException {
		return this.admission.reading(() -> this.input.read(buffer));
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
