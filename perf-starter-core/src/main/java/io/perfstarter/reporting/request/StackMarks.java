package io.perfstarter.reporting.request;

import java.util.HashMap;
import java.util.Map;

import io.perfstarter.reporting.window.Activity;
import org.jspecify.annotations.Nullable;

/**
 * Frames that show what a thread does: a method, a class or a package with its
 * subpackages. Immutable.
 */
final class StackMarks {

	static final String JDK_CLIENT = "the JDK's HTTP client";

	/**
	 * Waits in the JDK, and in the start of a servlet. A nested class has the mark of the
	 * class around it.
	 */
	static final StackMarks JDK = new StackMarks()
		.add(Activity.SLEEP,
				"java.lang.Thread#sleep java.lang.Thread#sleep0 java.lang.Thread#sleepNanos"
						+ " java.lang.VirtualThread#sleepNanos")
		.add(Activity.TASK, "java.lang.Thread#join java.util.concurrent.CompletableFuture"
				+ " java.util.concurrent.FutureTask java.util.concurrent.ForkJoinTask"
				+ " java.util.concurrent.StructuredTaskScope java.util.concurrent.StructuredTaskScopeImpl"
				+ " reactor.core.publisher.BlockingSingleSubscriber reactor.core.publisher.BlockingMonoSubscriber"
				+ " reactor.core.publisher.BlockingFirstSubscriber reactor.core.publisher.BlockingLastSubscriber")
		.add(Activity.LOCK,
				"java.util.concurrent.locks.ReentrantLock java.util.concurrent.locks.StampedLock"
						+ " java.util.concurrent.locks.ReentrantReadWriteLock sun.nio.ch.FileDispatcherImpl#lock0"
						+ " sun.nio.ch.UnixFileDispatcherImpl#lock0")
		.add(Activity.SIGNAL,
				"java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject"
						+ " java.util.concurrent.CountDownLatch java.util.concurrent.CyclicBarrier"
						+ " java.util.concurrent.Phaser java.util.concurrent.Exchanger"
						+ " java.util.concurrent.SynchronousQueue java.util.concurrent.LinkedTransferQueue")
		.add(Activity.PERMIT, "java.util.concurrent.Semaphore")
		.add(Activity.PROCESS, "java.lang.ProcessImpl java.lang.Process")
		.add(Activity.FILE,
				"java.io.FileInputStream java.io.FileOutputStream java.io.RandomAccessFile"
						+ " java.io.UnixFileSystem java.io.WinNTFileSystem java.io.FileDescriptor sun.nio.fs"
						+ " sun.nio.ch.FileDispatcherImpl sun.nio.ch.UnixFileDispatcherImpl sun.nio.ch.FileChannelImpl")
		.add(Activity.CLASS_LOADING,
				"java.lang.ClassLoader java.net.URLClassLoader jdk.internal.loader"
						+ " java.lang.Class#forName0 java.lang.invoke.MethodHandleNatives"
						+ " org.apache.catalina.core.StandardWrapper#allocate")
		.add(Activity.NETWORK, "sun.nio.ch java.net.Socket java.net.ServerSocket java.net.DatagramSocket"
				+ " java.net.SocketInputStream java.net.SocketOutputStream java.net.PlainSocketImpl");

	/**
	 * What the idle threads of an executor wait for: its queue.
	 */
	static final StackMarks QUEUES = new StackMarks().add(Activity.SIGNAL,
			"java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject"
					+ " java.util.concurrent.SynchronousQueue java.util.concurrent.LinkedTransferQueue");

	/**
	 * Steps of a remote call. They count as such whatever the thread does, because they
	 * wait and compute in turn.
	 */
	static final StackMarks STEPS = new StackMarks()
		// Threads that look up the same host wait for each other by a lock.
		.add(Activity.NAME_LOOKUP, "java.net.InetAddress java.net.Inet4AddressImpl java.net.Inet6AddressImpl")
		.add(Activity.CONNECTING,
				"java.net.Socket#connect sun.nio.ch.SocketChannelImpl#connect"
						+ " sun.nio.ch.SocketChannelImpl#blockingConnect sun.security.ssl.SSLSocketImpl#startHandshake"
						+ " sun.security.ssl.SSLContextImpl sun.security.ssl.TrustStoreManager"
						+ " javax.net.ssl.TrustManagerFactory jdk.internal.net.http.HttpClientImpl#create"
						+ " org.apache.hc.client5.http.impl.classic.InternalExecRuntime#connectEndpoint")
		.add(Activity.CLIENT_POOL, "Apache HttpClient",
				"org.apache.hc.client5.http.impl.classic.InternalExecRuntime#acquireEndpoint"
						+ " org.apache.http.impl.conn.PoolingHttpClientConnectionManager#leaseConnection")
		.add(Activity.CLIENT_POOL, "Commons Pool", "org.apache.commons.pool2.impl.GenericObjectPool#borrowObject"
				+ " org.apache.commons.pool2.impl.GenericKeyedObjectPool#borrowObject");

	/**
	 * What a library computes for the application.
	 */
	static final StackMarks WORK = new StackMarks()
		.add(Activity.COMPUTING, "compression", "java.util.zip.Deflater java.util.zip.Inflater")
		.add(Activity.COMPUTING, "encryption", "sun.security.ssl com.sun.crypto.provider")
		.add(Activity.COMPUTING, "JSON", "tools.jackson com.fasterxml.jackson com.google.gson")
		.add(Activity.COMPUTING, "XML", "jakarta.xml.bind org.glassfish.jaxb com.sun.org.apache.xerces");

	/**
	 * Libraries on whose behalf a thread waits.
	 */
	static final StackMarks LIBRARIES = new StackMarks()
		.add(Activity.CLIENT,
				"org.apache.catalina.connector.InputBuffer org.apache.catalina.connector.OutputBuffer"
						+ " org.apache.tomcat.util.http.fileupload org.eclipse.jetty.ee11.servlet.HttpInput"
						+ " org.eclipse.jetty.ee11.servlet.HttpOutput org.eclipse.jetty.ee10.servlet.HttpInput"
						+ " org.eclipse.jetty.ee10.servlet.HttpOutput io.undertow.servlet.spec.ServletInputStreamImpl"
						+ " io.undertow.servlet.spec.ServletOutputStreamImpl")
		.add(Activity.HTTP_CALL, JDK_CLIENT, "jdk.internal.net.http java.net.http")
		.add(Activity.HTTP_CALL, "HttpURLConnection",
				"sun.net.www.http sun.net.www.protocol.http sun.net.www.protocol.https java.net.HttpURLConnection")
		.add(Activity.HTTP_CALL, "Apache HttpClient", "org.apache.hc org.apache.http")
		.add(Activity.HTTP_CALL, "OkHttp", "okhttp3 okio")
		.add(Activity.HTTP_CALL, "Jetty's HTTP client", "org.eclipse.jetty.client")
		.add(Activity.HTTP_CALL, "Reactor Netty", "reactor.netty")
		.add(Activity.HTTP_CALL, "Spring's HTTP client",
				"org.springframework.http.client org.springframework.web.client"
						+ " org.springframework.web.reactive.function.client")
		.add(Activity.HTTP_CALL, "Feign", "feign")
		.add(Activity.HTTP_CALL, "Retrofit", "retrofit2")
		.add(Activity.HTTP_CALL, "gRPC", "io.grpc")
		.add(Activity.REMOTE_CALL, "Lettuce (Redis)", "io.lettuce")
		.add(Activity.REMOTE_CALL, "Jedis (Redis)", "redis.clients.jedis")
		.add(Activity.REMOTE_CALL, "Redisson (Redis)", "org.redisson")
		.add(Activity.REMOTE_CALL, "the Memcached client", "net.spy.memcached net.rubyeye.xmemcached")
		.add(Activity.REMOTE_CALL, "Hazelcast", "com.hazelcast")
		.add(Activity.REMOTE_CALL, "Infinispan", "org.infinispan")
		.add(Activity.REMOTE_CALL, "MongoDB's driver", "com.mongodb")
		.add(Activity.REMOTE_CALL, "Cassandra's driver", "com.datastax")
		.add(Activity.REMOTE_CALL, "Neo4j's driver", "org.neo4j.driver")
		.add(Activity.REMOTE_CALL, "the Elasticsearch client", "co.elastic.clients org.elasticsearch org.opensearch")
		.add(Activity.REMOTE_CALL, "Kafka's client", "org.apache.kafka")
		.add(Activity.REMOTE_CALL, "RabbitMQ's client", "com.rabbitmq")
		.add(Activity.REMOTE_CALL, "ActiveMQ's client", "org.apache.activemq")
		.add(Activity.REMOTE_CALL, "Pulsar's client", "org.apache.pulsar")
		.add(Activity.REMOTE_CALL, "ZooKeeper's client", "org.apache.zookeeper org.apache.curator")
		.add(Activity.REMOTE_CALL, "the mail client", "org.eclipse.angus.mail com.sun.mail jakarta.mail")
		.add(Activity.REMOTE_CALL, "the LDAP client", "com.sun.jndi.ldap")
		.add(Activity.REMOTE_CALL, "the FTP client", "org.apache.commons.net")
		.add(Activity.REMOTE_CALL, "the SSH client", "com.jcraft.jsch org.apache.sshd")
		.add(Activity.REMOTE_CALL, "the AWS SDK", "software.amazon.awssdk com.amazonaws")
		.add(Activity.REMOTE_CALL, "Google's client", "com.google.api com.google.cloud")
		.add(Activity.REMOTE_CALL, "Azure's client", "com.azure")
		.add(Activity.DATABASE, "PostgreSQL's driver", "org.postgresql")
		.add(Activity.DATABASE, "MySQL's driver", "com.mysql")
		.add(Activity.DATABASE, "MariaDB's driver", "org.mariadb.jdbc")
		.add(Activity.DATABASE, "Oracle's driver", "oracle.jdbc oracle.net")
		.add(Activity.DATABASE, "SQL Server's driver", "com.microsoft.sqlserver")
		.add(Activity.DATABASE, "Db2's driver", "com.ibm.db2")
		.add(Activity.DATABASE, "H2", "org.h2")
		.add(Activity.DATABASE, "HSQLDB", "org.hsqldb")
		.add(Activity.DATABASE, "Derby", "org.apache.derby")
		.add(Activity.DATABASE, "an R2DBC driver", "io.r2dbc")
		.add(Activity.SIGNAL, "a connection of a pool of HikariCP", "com.zaxxer.hikari")
		.add(Activity.SIGNAL, "a connection of a pool of Tomcat JDBC", "org.apache.tomcat.jdbc.pool")
		.add(Activity.SIGNAL, "a connection of a pool of DBCP", "org.apache.commons.dbcp2")
		.add(Activity.SIGNAL, "a connection of a pool of c3p0", "com.mchange.v2")
		.add(Activity.SIGNAL, "a connection of a pool of Oracle UCP", "oracle.ucp")
		.add(Activity.SIGNAL, "a connection of a pool of Agroal", "io.agroal");

	/**
	 * Frames that may be between a task and the method of the application that it calls.
	 * Other libraries run jobs and listeners, which no request awaits.
	 */
	static final StackMarks WRAPPERS = new StackMarks()
		.add(Activity.TASK, "org.springframework.aop org.springframework.cglib org.springframework.util.concurrent"
				+ " org.springframework.core.task org.springframework.transaction org.springframework.security io.micrometer io.opentelemetry"
				+ " io.perfstarter jdk.internal.reflect");

	/**
	 * Libraries that run a call of the application as a task that the caller awaits. An
	 * HTTP interface has no other frame that tells whose task it is.
	 */
	static final StackMarks CIRCUIT_BREAKERS = new StackMarks().add(Activity.TASK,
			"org.springframework.cloud.client.circuitbreaker org.springframework.cloud.circuitbreaker io.github.resilience4j");

	/**
	 * Libraries whose frames show that a log event is written. Their place on the stack
	 * does not matter, because an appender may belong to the application.
	 */
	static final StackMarks LOGGING = new StackMarks().add(Activity.LOGGING,
			"ch.qos.logback.core org.apache.logging.log4j.core java.util.logging");

	private final Map<String, Mark> marks = new HashMap<>();

	private StackMarks() {
	}

	private StackMarks add(Activity activity, String names) {
		return add(activity, "", names);
	}

	private StackMarks add(Activity activity, String title, String names) {
		for (String name : names.split(" ")) {
			this.marks.put(name, new Mark(activity, title));
		}
		return this;
	}

	/**
	 * Returns the mark of a frame.
	 * @param frame the frame
	 * @return the most specific mark, {@code null} if there is none
	 */
	@Nullable Mark of(StackTraceElement frame) {
		String type = frame.getClassName();
		Mark mark = this.marks.get(type + "#" + frame.getMethodName());
		for (int end = type.length(); mark == null && end > 0; end = outer(type, end)) {
			mark = this.marks.get(type.substring(0, end));
		}
		return mark;
	}

	private static int outer(String type, int end) {
		return Math.max(type.lastIndexOf('.', end - 1), type.lastIndexOf('$', end - 1));
	}

	/**
	 * What a frame shows.
	 *
	 * @param activity what the thread does
	 * @param title the library or its object, empty if the activity says all
	 */
	record Mark(Activity activity, String title) {

	}

}
