package io.perfstarter.routing.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.jdbc.ObservedPools;
import io.perfstarter.jdbc.autoconfigure.UnpooledDataSource;
import io.perfstarter.routing.connection.ReadScopes;
import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.connection.RoutingSettings;
import io.perfstarter.routing.connection.Server;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import io.perfstarter.settings.autoconfigure.HelpPage;
import io.perfstarter.support.WaitListener;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jmx.export.MBeanExporter;
import org.springframework.jmx.support.JmxUtils;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Inserts routing between Spring's lazy connection proxy and the pools when the primary's
 * bean is created. The wiring exists before the primary, so it is closed after the
 * primary and all beans that depend on the primary.
 *
 * <p>
 * The replica pools are not beans. As beans, they would affect the health of the
 * application, and a {@link DataSource} could no longer be injected without a qualifier.
 * Only the volatile field is thread-safe; the other fields are set while the primary's
 * bean is created.
 */
final class RoutingWiring implements AutoCloseable {

	/**
	 * The name of the primary in meters.
	 */
	static final String PRIMARY = "primary";

	private static final int DEFAULT_POOL_SIZE = 10;

	private final ConfigurableListableBeanFactory beanFactory;

	private final Environment environment;

	private final RoutingProperties properties;

	private final ObjectProvider<ReplicaConnectionDetails> details;

	private final ObjectProvider<MBeanExporter> mbeanExporter;

	private final ObjectProvider<ObservedPools> observed;

	private final ReadScopes scopes;

	private final List<HikariDataSource> pools = new ArrayList<>();

	private @Nullable String primary;

	private volatile @Nullable WiredRouting wired;

	RoutingWiring(ConfigurableListableBeanFactory beanFactory, Environment environment, RoutingProperties properties,
			ObjectProvider<ReplicaConnectionDetails> details, ObjectProvider<MBeanExporter> mbeanExporter,
			ObjectProvider<ObservedPools> observed, ReadScopes scopes) {
		this.beanFactory = beanFactory;
		this.environment = environment;
		this.properties = properties;
		this.details = details;
		this.mbeanExporter = mbeanExporter;
		this.observed = observed;
		this.scopes = scopes;
	}

	/**
	 * Inserts routing if a bean is the primary.
	 * @param beanName the name of the bean
	 * @param bean the bean
	 * @return the object to use in place of the bean
	 */
	DataSource wire(String beanName, DataSource bean) {
		if (this.wired != null || !beanName.equals(primary())) {
			return bean;
		}
		RoutingSettings settings = this.properties.settings();
		LazyConnectionDataSourceProxy proxy = (bean instanceof LazyConnectionDataSourceProxy ofBoot) ? ofBoot
				: lazy(beanName, bean);
		DataSource target = Objects.requireNonNullElse(proxy.getTargetDataSource(), bean);
		HikariDataSource pool = OneDatabase.poolOf(beanName, target);
		LazyDefaults defaults = new LazyDefaults(proxy, pool);
		List<Server> replicas = replicas(pool, defaults);
		Server primary = new Server(PRIMARY, target, () -> size(pool), Duration.ofMillis(pool.getConnectionTimeout()),
				waitListener(beanName, pool), defaults.learnFrom(new UnpooledDataSource(pool), true));
		Routing routing = new Routing(primary, replicas, settings, defaults::isSerializable, this.scopes);
		proxy.setTargetDataSource(routing.side(false));
		proxy.setReadOnlyDataSource(routing.side(true));
		this.wired = new WiredRouting(beanName, proxy == bean, routing, defaults);
		routing.start();
		return proxy;
	}

	private String primary() {
		String primary = this.primary;
		if (primary == null) {
			primary = PrimaryDataSource.nameIn(this.beanFactory, this.properties.primary());
			this.primary = primary;
		}
		return primary;
	}

	/**
	 * Wraps the bean as Boot does with {@code spring.datasource.connection-fetch=lazy}.
	 */
	private LazyConnectionDataSourceProxy lazy(String beanName, DataSource bean) {
		this.mbeanExporter.ifAvailable((exporter) -> {
			if (JmxUtils.isMBean(bean.getClass())) {
				exporter.registerManagedResource(bean, beanName);
			}
		});
		return new LazyConnectionDataSourceProxy(bean);
	}

	private List<Server> replicas(HikariDataSource primary, LazyDefaults defaults) {
		ReplicaPoolFactory factory = new ReplicaPoolFactory(primary, this.environment);
		List<Server> replicas = new ArrayList<>();
		ReplicaAddresses.of(this.properties, this.details.orderedStream().toList()).forEach((name, address) -> {
			ReplicaPoolFactory.ReplicaPool replica = factory.open(name, address);
			HikariDataSource pool = replica.dataSource();
			this.pools.add(pool);
			ObservedPools observed = this.observed.getIfAvailable();
			replicas.add(new Server(name, (observed != null) ? observed.observe(name, pool) : pool, () -> size(pool),
					replica.timeout(), waitListener(name, pool),
					defaults.learnFrom(new UnpooledDataSource(pool), false)));
		});
		if (replicas.isEmpty()) {
			// Spring's AOT processing decides at the build that there is routing.
			throw new CannotStartException(HelpPage.ROUTING,
					"No replica is configured under '%s', but the application was built with one."
						.formatted(RoutingProperties.REPLICAS),
					"Configure a replica, or process the application ahead of time without replicas.");
		}
		return List.copyOf(replicas);
	}

	/**
	 * Returns the maximum pool size. HikariCP sets its default only when the pool starts.
	 */
	private static int size(HikariDataSource pool) {
		return (pool.getMaximumPoolSize() > 0) ? pool.getMaximumPoolSize() : DEFAULT_POOL_SIZE;
	}

	private WaitListener waitListener(String name, HikariDataSource pool) {
		ObservedPools observed = this.observed.getIfAvailable();
		return (observed != null) ? observed.waitListener(name, pool) : WaitListener.NONE;
	}

	/**
	 * Returns the result of the wiring, and creates the primary's bean if necessary.
	 */
	WiredRouting wired() {
		if (this.wired == null) {
			this.beanFactory.getBean(primary());
		}
		WiredRouting wired = this.wired;
		if (wired == null) {
			throw new CannotStartException(HelpPage.ROUTING,
					"Replicas are configured under '%s', but the primary, the bean '%s', was created before routing could wrap it."
						.formatted(RoutingProperties.REPLICAS, primary()),
					"A bean post-processor or bean factory post-processor depends on the primary: make its @Bean method static, and inject an ObjectProvider<DataSource>.");
		}
		return wired;
	}

	/**
	 * Returns a listener to register with a transaction manager. A manager that does not
	 * show its data source counts as a manager of the routed data source.
	 */
	TransactionExecutionListener transactionsOf(ConfigurableTransactionManager manager) {
		Routing routing = wired().routing();
		BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(manager);
		boolean elsewhere = properties.isReadableProperty("dataSource")
				&& properties.getPropertyValue("dataSource") instanceof DataSource dataSource
				&& !routing.routes(dataSource);
		return routing.transactions(!elsewhere, PersistenceUnit.readsOnPrimary(manager));
	}

	List<HikariDataSource> pools() {
		return List.copyOf(this.pools);
	}

	/**
	 * Registers the meters of the replica pools, as Boot does for the primary's pool.
	 * @param registry the registry of the application
	 */
	void meterTo(MeterRegistry registry) {
		this.pools.stream()
			.filter((pool) -> pool.getMetricsTrackerFactory() == null)
			.forEach((pool) -> pool.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(registry)));
	}

	@Override
	public void close() {
		WiredRouting wired = this.wired;
		if (wired != null) {
			wired.routing().close();
		}
		this.pools.forEach(HikariDataSource::close);
	}

	/**
	 * The result of the wiring.
	 *
	 * @param primary the bean name of the primary
	 * @param lazyByBoot whether Boot had created the lazy proxy already
	 * @param routing the routing
	 * @param defaults the connection defaults
	 */
	record WiredRouting(String primary, boolean lazyByBoot, Routing routing, LazyDefaults defaults) {
	}

}
