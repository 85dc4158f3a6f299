package io.perfstarter.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.IntConsumer;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/**
 * Reads a body that begins with a number, notes that it has arrived, and answers with a
 * body.
 */
final class BareEndpoint implements Filter {

	static final String PATH = "/bare";

	volatile IntConsumer arrived = (number) -> {
	};

	volatile byte[] answer = new byte[0];

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) throws IOException {
		byte[] body = request.getInputStream().readAllBytes();
		this.arrived.accept(ByteBuffer.wrap(body).getInt());
		byte[] answer = this.answer;
		response.setContentLength(answer.length);
		response.getOutputStream().write(answer);
	}

}
