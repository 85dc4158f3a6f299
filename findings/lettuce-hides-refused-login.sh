#!/usr/bin/env bash
# Lettuce now and then reports a refused login as a connection that was closed.
#
# Guess:     each refused login names the refusal of the server as its cause.
# Version:   Lettuce 7.5.2, Redis 7.0.15.
# Behaviour: of some thousand refused logins, some report "Connection closed prematurely", as if the server were
#            gone. The server has sent the refusal each time and closes nothing. On one processor one login in ten
#            names another cause than the refusal.
# Product:   the start with a log in Redis tries five times before it takes the server for unreachable.

. "$(dirname "$0")/support/java.sh"
. "$(dirname "$0")/support/redis.sh"

expect \
  "some logins: WRONGPASS invalid username-password pair or user is disabled." \
  "other logins: Connection closed prematurely" \
  "connections that the server has refused: all"

java_with io.lettuce:lettuce-core:7.5.2.RELEASE << 'EOF'
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;

class Program {

	private static final String REFUSED = "WRONGPASS invalid username-password pair or user is disabled.";

	private static final String CLOSED = "Connection closed prematurely";

	public static void main(String[] args) throws Exception {
		RedisURI server = RedisURI.create("redis://127.0.0.1:" + System.getenv("REDIS_PORT"));
		RedisURI stranger = RedisURI.builder(server).withAuthentication("stranger", "wrong".toCharArray()).build();
		RedisClient client = RedisClient.create();
		Map<String, Integer> causes = new TreeMap<>();
		int logins = 0;
		while (logins < 100_000 && !causes.keySet().containsAll(List.of(REFUSED, CLOSED))) {
			logins++;
			causes.merge(login(client, stranger), 1, Integer::sum);
		}
		System.out.println("some logins: " + (causes.containsKey(REFUSED) ? REFUSED : "-"));
		System.out.println("other logins: " + (causes.containsKey(CLOSED) ? CLOSED : "-"));
		String errors = client.connect(server).sync().info("errorstats");
		System.out.println("connections that the server has refused: "
				+ (errors.contains("WRONGPASS:count=" + logins) ? "all" : errors + " of " + logins));
		client.shutdown();
	}

	private static String login(RedisClient client, RedisURI server) {
		try {
			client.connect(server).close();
			return "accepted";
		}
		catch (RedisConnectionException ex) {
			Throwable cause = ex;
			while (cause.getCause() != null) {
				cause = cause.getCause();
			}
			return cause.getMessage();
		}
	}

}
EOF
