package io.perfstarter.sample.slow;

import java.util.List;

import io.perfstarter.reporting.rules.Cause;

/**
 * Faults of other services, and of those who call or use this one.
 */
final class RemoteFaults {

	private RemoteFaults() {
	}

	static List<Fault> all() {
		return List.of(
				Fault
					.of("slow service", """
							Another service answers after 400 ms. It is asked by the RestClient of Boot's builder.""",
							Load.of(5, "/slow/remote/400"))
					.means(Cause.SLOW_REMOTE)
					.naming("/answer"),

				Fault
					.of("slow service, unobserved client", """
							The same service is asked by RestClient.create(), which is not observed.""",
							Load.of(5, "/remote/plain/400"))
					.means(Cause.SLOW_REMOTE)
					.naming("RemoteController", "/answer"),

				Fault.of("slow service, client of the JDK", """
						The same service is asked by the HTTP client of the JDK.""", Load.of(5, "/wait/client/400"))
					.means(Cause.SLOW_REMOTE)
					.naming("WaitController"),

				Fault.of("slow service, URL connection", """
						The same service is asked by java.net.URL.openStream().""", Load.of(5, "/wait/url/400"))
					.means(Cause.SLOW_REMOTE)
					.naming("WaitController"),

				Fault.of("slow service, asked by another thread", """
						The same service is asked by the JDK's client within CompletableFuture.supplyAsync, and the
						request joins that at once.""", Load.of(5, "/remote/async/400"))
					.means(Cause.SLOW_REMOTE, Cause.BLOCKED_ELSEWHERE)
					.naming("RemoteController"),

				Fault.of("slow store of keys and values", """
						A store that speaks the protocol of Redis answers after 400 ms. It is asked by a client of our
						own over a socket.""", Load.of(5, "/remote/redis/400"))
					.means(Cause.SLOW_REMOTE, Cause.BLOCKED_ELSEWHERE)
					.naming("RedisSocket", "RemoteController"),

				Fault.of("many calls of a fast store", """
						A request asks a store that speaks the protocol of Redis 60 times, one key after the other,
						and each answer takes 6 ms.""", Load.of(5, "/remote/redis-loop/60"))
					.means(Cause.SLOW_REMOTE, Cause.BLOCKED_ELSEWHERE)
					.naming("RedisSocket", "RemoteController"),

				Fault
					.of("many calls of a fast service", """
							A request asks another service 30 times, in a loop, and each answer takes 12 ms.""",
							Load.of(4, "/remote/loop/30"))
					.means(Cause.SLOW_REMOTE)
					.naming("/answer"),

				Fault
					.of("service that trickles", """
							Another service sends its headers at once, and then its body bit by bit for 500 ms.""",
							Load.of(5, "/remote/trickle/500"))
					.means(Cause.SLOW_REMOTE)
					.naming("/trickle", "RemoteController"),

				Fault.of("retries after 429", """
						Another service answers 429 at once, because we ask too often. The application sleeps for
						200 ms and tries again, until the third attempt succeeds.""", Load.of(5, "/remote/retry"))
					.means(Cause.SLEEPING)
					.naming("RemoteController"),

				Fault
					.of("small pool of an HTTP client", """
							The HTTP client of the application has a pool of 2 connections for all requests, and the
							other service takes 150 ms. Eight requests at once wait for the 2.""",
							Load.of(16, "/remote/pooled/150").atOnce(8))
					.means(Cause.REMOTE_POOL_EMPTY)
					.naming("RemoteController", "/answer"),

				Fault
					.of("responses that are not closed", """
							The application does not close the responses of Apache's client, whose pool of 2 connections
							is soon empty. Further requests wait for 400 ms and give up. The other service is fast.""",
							Load.of(5, "/remote/unclosed"))
					.means(Cause.REMOTE_POOL_EMPTY)
					.naming("RemoteController", "/answer"),

				Fault.of("client that repeats by itself", """
						Another service answers 429 at once, with Retry-After. Apache's client waits for a second and
						repeats the call by itself.""", Load.of(4, "/remote/patient"))
					.means(Cause.SLEEPING)
					.naming("RemoteController"),

				Fault.of("silent name server", """
						The application looks up a service in the DNS by JNDI. The first name server does not answer,
						so each lookup takes until its timeout.""", Load.of(4, "/remote/lookup"))
					.means(Cause.SLOW_REMOTE, Cause.BLOCKED_ELSEWHERE)
					.naming("RemoteController"),

				Fault
					.of("slow readers of 24 MB", """
							Callers read a file of 24 MB bit by bit. The service waits for them when it writes.""",
							Load.of(5, "/slow/query/5"))
					.beside(Injection.slowReaders(3, "/wait/bytes/24", 1 << 19, 30))
					.means(Cause.SLOW_CLIENT)
					.naming("/wait/bytes", "WaitController"),

				Fault.of("slow readers of 6 MB", """
						Callers behind a mobile network read a response of 6 MB at 5 MB per second. Most of the
						response fits into the buffers of the system, the rest waits.""", Load.of(5, "/slow/query/5"))
					.beside(Injection.slowReaders(4, "/wait/bytes/6", 1 << 18, 50))
					.means(Cause.SLOW_CLIENT)
					.naming("/wait/bytes", "WaitController"),

				Fault.of("compressed text", """
						A service compresses a text of 12 MB for callers that read fast. The writing of the response
						is processor time of its own.""", Load.of(2, "/clients/text/12"))
					.with(Settings.COMPRESSING)
					.means(Cause.APP_CPU)
					.naming("compression"),

				Fault.of("slow uploads", """
						Callers behind a mobile network send a body of 300 KB in ten pieces, 60 ms apart. The service
						waits for the rest of it.""", Load.of(5, "/slow/query/5"))
					.beside(Injection.slowUploads(4, "/clients/raw", false))
					.means(Cause.SLOW_CLIENT)
					.naming("/clients/raw", "ClientController"),

				Fault.of("slow uploads of forms", """
						The same with multipart forms, which Tomcat reads before the method of the controller is
						called.""", Load.of(5, "/slow/query/5"))
					.beside(Injection.slowUploads(4, "/clients/form", true))
					.means(Cause.SLOW_CLIENT)
					.naming("/clients/form", "ClientController"));
	}

}
