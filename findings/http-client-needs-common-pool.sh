#!/usr/bin/env bash
# An asynchronous response of the JDK's HTTP client waits for a thread of the common pool.
#
# Guess:     the executor of the client completes it, as it does everything else; tasks of the application elsewhere are no obstacle.
# Version:   Java 17 with at least three processors, Java 25 with any number.
# Behaviour: sendAsync(…) hands each response to the common pool, although the server has answered. As long as tasks occupy the pool,
#            get() waits; send(…) of the same client does not. On one or two processors the pool has a single thread.
# Product:   its clients call send(…) on threads of their own.

. "$(dirname "$0")/support/java.sh"

JAVA_OPTIONS=-XX:ActiveProcessorCount=4

expect \
  "send: 204" \
  "sendAsync while tasks sleep: no response within 5 s" \
  "sendAsync afterwards: 204"

java_with << 'EOF'
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import com.sun.net.httpserver.HttpServer;

class Program {

	public static void main(String[] args) throws Exception {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", (exchange) -> {
			exchange.sendResponseHeaders(204, -1);
			exchange.close();
		});
		server.start();
		ExecutorService threads = Executors.newCachedThreadPool();
		HttpClient client = HttpClient.newBuilder().executor(threads).build();
		HttpRequest request = HttpRequest
			.newBuilder(URI.create("http://localhost:" + server.getAddress().getPort()))
			.build();
		CountDownLatch end = new CountDownLatch(1);
		for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
			CompletableFuture.runAsync(() -> await(end));
		}
		System.out.println("send: " + client.send(request, BodyHandlers.discarding()).statusCode());
		CompletableFuture<HttpResponse<Void>> response = client.sendAsync(request, BodyHandlers.discarding());
		try {
			System.out.println("sendAsync while tasks sleep: " + response.get(5, TimeUnit.SECONDS).statusCode());
		}
		catch (TimeoutException ex) {
			System.out.println("sendAsync while tasks sleep: no response within 5 s");
		}
		end.countDown();
		System.out.println("sendAsync afterwards: " + response.get(60, TimeUnit.SECONDS).statusCode());
		server.stop(0);
		threads.shutdownNow();
	}

	private static void await(CountDownLatch end) {
		try {
			end.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
EOF
