package io.perfstarter.client;

import java.io.PrintWriter;

import org.jspecify.annotations.Nullable;

/**
 * The text of a response, whose writing calls are observed. What it inherits ends in one
 * of its methods; the line separator is that of the container.
 */
final class ClientWriter extends PrintWriter {

	private final PrintWriter writer;

	private final ClientWaitListener listener;

	ClientWriter(PrintWriter writer, ClientWaitListener listener) {
		super(writer);
		this.writer = writer;
		this.listener = listener;
	}

	private void writing(Runnable call) {
		this.listener.beginClientWait();
		try {
			call.run();
		}
		finally {
			this.listener.endClientWait();
		}
	}

	@Override
	public void write(int character) {
		writing(() -> this.writer.write(character));
	}

	@Override
	public void write(char[] characters, int offset, int length) {
		writing(() -> this.writer.write(characters, offset, length));
	}

	@Override
	public void write(String text, int offset, int length) {
		writing(() -> this.writer.write(text, offset, length));
	}

	@Override
	public void flush() {
		writing(this.writer::flush);
	}

	@Override
	public void close() {
		writing(this.writer::close);
	}

	@Override
	public boolean checkError() {
		flush();
		return this.writer.checkError();
	}

	@Override
	public void println() {
		writing(this.writer::println);
	}

	@Override
	public void println(boolean value) {
		print(value);
		println();
	}

	@Override
	public void println(char value) {
		print(value);
		println();
	}

	@Override
	public void println(int value) {
		print(value);
		println();
	}

	@Override
	public void println(long value) {
		print(value);
		println();
	}

	@Override
	public void println(float value) {
		print(value);
		println();
	}

	@Override
	public void println(double value) {
		print(value);
		println();
	}

	@Override
	public void println(char[] value) {
		print(value);
		println();
	}

	@Override
	public void println(@Nullable String value) {
		print(value);
		println();
	}

	@Override
	public void println(@Nullable Object value) {
		print(value);
		println();
	}

}
