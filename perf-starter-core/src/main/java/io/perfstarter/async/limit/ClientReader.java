package io.perfstarter.async.limit;

import java.io.IOException;
import java.io.Reader;

/**
 * The text of a request, whose admission waits for the client while it is read.
 */
final class ClientReader extends Reader {

	private final Reader reader;

	private final Admission admission;

	ClientReader(Reader reader, Admission admission) {
		this.reader = reader;
		this.admission = admission;
	}

	@Override
	public int read(char[] characters, int offset, int length) throws IOException {
		return this.admission.reading(() -> this.reader.read(characters, offset, length));
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
