package io.perfstarter.routing.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.jdbc.ObservedPools;
import io.perfstarter.jdbc.PoolWait;
import io.perfstarter.jdbc.autoconfigure.UnpooledDataSource;
import io.perfstarter.routing.Routing;
import io.perfstarter.routing.RoutingSettings;
import io.perfstarter.routing.Server;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jmx.export.MBeanExporter;
import org.springframework.jmx.support.JmxUtils;

/**
 * Puts routing between Spring's lazy proxy and the pools when the bean of the primary is
 * made. Is itself made by then at the latest, and so closed after that bean and all that
 * depend on it.
 *
 * <p>
 * The pools of the replicas are no beans: the health of the application would depend on
 * them, and a {@link DataSource} could no longer be injected without a qualifier.
 * Confined to the creation of that one bean, but for what is volatile.
 */
final class RoutingWiring implements AutoCloseable {

	/**
	 * What meters call the primary.
	 */
	static final String PRIMARY = "primary";

	private static final int DEFAULT_POOL_SIZE = 10;

	private final ConfigurableListableBeanFactory beanFactory;

	private final Environment environment;

	private final RoutingProperties properties;

	private final ObjectProvider<ReplicaConnectionDetails> details;

	private final ObjectProvider<MBeanExporter> mbeanExporter;

	private final ObjectProvider<ObservedPools> observed;

	private final List<HikariDataSource> pools = new ArrayList<>();

	private @Nullable String primary;

	private volatile @Nullable WiredRouting wired;

	RoutingWiring(ConfigurableListableBeanFactory beanFactory, Environment environment, RoutingProperties properties,
			ObjectProvider<ReplicaConnectionDetails> details, ObjectProvider<MBeanExporter> mbeanExporter,
			ObjectProvider<ObservedPools> observed) {
		this.beanFactory = beanFactory;
		this.environment = environment;
		this.properties = properties;
		this.details = details;
		this.mbeanExporter = mbeanExporter;
		this.observed = observed;
	}

	/**
	 * Wires a bean if it is the primary.
	 * @param beanName the name of the bean
	 * @param bean the bean
	 * @return what takes its place
	 */
	DataSource wire(String beanName, DataSource bean) {
		if (this.wired != null || !beanName.equals(primary())) {
			return bean;
		}
		StrictBinder binder = new StrictBinder(this.environment);
		RoutingSettings settings = this.properties.settings();
		boolean lazyByBoot = bean instanceof LazyConnectionDataSourceProxy;
		LazyConnectionDataSourceProxy proxy = (lazyByBoot) ? (LazyConnectionDataSourceProxy) bean
				: lazy(beanName, bean);
		DataSource target = proxy.getTargetDataSource();
		HikariDataSource pool = pool(beanName, (target != null) ? target : bean);
		LazyDefaults defaults = new LazyDefaults(proxy);
		defaults.configure(pool);
		List<Server> replicas = replicas(pool, binder, defaults);
		Server primary = new Server(PRIMARY, (target != null) ? target : bean, () -> size(pool), timeout(pool),
				waits(beanName, pool),
				defaults.learnFrom((pool.getJdbcUrl() != null) ? new UnpooledDataSource(pool) : pool));
		Routing routing = new Routing(primary, replicas, settings);
		proxy.setTargetDataSource(routing.primarySide());
		proxy.setReadOnlyDataSource(routing.readOnlySide());
		this.wired = new WiredRouting(beanName, lazyByBoot, routing);
		routing.start();
		return proxy;
	}

	private String primary() {
		String primary = this.primary;
		if (primary == null) {
			primary = PrimaryDataSource.nameIn(this.beanFactory);
			this.primary = primary;
		}
		return primary;
	}

	/**
	 * As Boot does it where the connection fetch is lazy.
	 */
	private LazyConnectionDataSourceProxy lazy(String beanName, DataSource bean) {
		this.mbeanExporter.ifAvailable((exporter) -> {
			if (JmxUtils.isMBean(bean.getClass())) {
				exporter.registerManagedResource(bean, beanName);
			}
		});
		return new LazyConnectionDataSourceProxy(bean);
	}

	private static HikariDataSource pool(String beanName, DataSource target) {
		HikariDataSource pool = DataSourceUnwrapper.unwrap(target, HikariConfigMXBean.class, HikariDataSource.class);
		if (pool == null) {
			throw new RoutingCannotStartException(
					"Replicas are configured under '%s', and the primary, the bean '%s', is no pool of HikariCP but a '%s'."
						.formatted(RoutingProperties.REPLICAS, beanName, target.getClass().getName()),
					"Use HikariCP for it, or set '%s.enabled' to 'false', as in tests with an embedded database."
						.formatted(RoutingProperties.PREFIX));
		}
		return pool;
	}

	private List<Server> replicas(HikariDataSource primary, StrictBinder binder, LazyDefaults defaults) {
		ReplicaPoolFactory factory = new ReplicaPoolFactory(primary, binder);
		List<Server> replicas = new ArrayList<>();
		for (ReplicaAddress address : ReplicaAddresses.of(this.properties, this.details.orderedStream().toList())) {
			HikariDataSource pool = factory.open(address);
			this.pools.add(pool);
			ObservedPools observed = this.observed.getIfAvailable();
			replicas.add(new Server(address.name(), (observed != null) ? observed.observe(address.name(), pool) : pool,
					() -> size(pool), timeout(pool), waits(address.name(), pool),
					defaults.learnFrom(new UnpooledDataSource(pool))));
		}
		return List.copyOf(replicas);
	}

	/**
	 * HikariCP fills in its default only when the pool starts.
	 */
	private static int size(HikariDataSource pool) {
		return (pool.getMaximumPoolSize() > 0) ? pool.getMaximumPoolSize() : DEFAULT_POOL_SIZE;
	}

	private static Duration timeout(HikariDataSource pool) {
		return Duration.ofMillis(pool.getConnectionTimeout());
	}

	private PoolWait waits(String name, HikariDataSource pool) {
		ObservedPools observed = this.observed.getIfAvailable();
		return (observed != null) ? observed.waitFor(name, pool) : PoolWait.UNHEARD;
	}

	/**
	 * What was wired; has the primary made if it was not yet.
	 * @return what was wired
	 */
	WiredRouting wired() {
		if (this.wired == null) {
			this.beanFactory.getBean(primary());
		}
		WiredRouting wired = this.wired;
		if (wired == null) {
			throw new RoutingCannotStartException(
					"Replicas are configured under '%s', and the primary, the bean '%s', was made before routing could wrap it."
						.formatted(RoutingProperties.REPLICAS, primary()),
					"A post-processor of beans or of the bean factory asks for it while it is made itself: make its @Bean method static, and let it take an ObjectProvider<DataSource>.");
		}
		return wired;
	}

	List<HikariDataSource> pools() {
		return List.copyOf(this.pools);
	}

	/**
	 * Has the meters of the replicas' pools in a registry, as Boot does with those of the
	 * primary's.
	 * @param registry the application's registry
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

}
