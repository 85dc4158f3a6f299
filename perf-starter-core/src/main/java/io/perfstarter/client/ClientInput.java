package io.perfstarter.client;

import java.io.IOException;
import java.nio.ByteBuffer;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;

/**
 * The body of a request, whose reading calls are observed.
 */
final class ClientInput extends ServletInputStream {

	private final ServletInputStream input;

	private final ClientWaitListener listener;

	ClientInput(ServletInputStream input, ClientWaitListener listener) {
		this.input = input;
		this.listener = listener;
	}

	@Override
	public int read() throws IOException {
		return this.listener.reading(() -> this.input.read());
	}

	@Override
	public int read(byte[] bytes, int offset, int length) throws IOException {
		return this.listener.reading(() -> this.input.read(bytes, offset, length));
	}

	@Override
	public int read(ByteBuffer buffer) throws IOException {
		return this.listener.reading(() -> this.input.read(buffer));
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
