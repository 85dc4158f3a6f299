package io.perfstarter.client;

import java.io.IOException;
import java.io.Reader;

/**
 * The text of a request, whose reading calls are observed.
 */
final class ClientReader extends Reader {

	private final Reader reader;

	private final ClientWaitListener listener;

	ClientReader(Reader reader, ClientWaitListener listener) {
		this.reader = reader;
		this.listener = listener;
	}

	@Override
	public int read(char[] characters, int offset, int length) throws IOException {
		return this.listener.reading(() -> this.reader.read(characters, offset, length));
	}

	@Override
	public boolean ready() throws IOException {
		return this.reader.ready();
	}

	@Override
	public void close() throws IOException {
		this.reader.close();
	}

}
