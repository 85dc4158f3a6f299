package io.perfstarter.sample.reviews;

import javax.sql.DataSource;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Fills an empty database with films and reviews, which are the same each time, and
 * creates the configured indexes.
 */
@Component
class ReviewsData implements InitializingBean {

	private final DataSource dataSource;

	private final JdbcClient jdbcClient;

	private final TransactionTemplate transaction;

	private final ReviewsProperties properties;

	ReviewsData(DataSource dataSource, JdbcClient jdbcClient, TransactionTemplate transaction,
			ReviewsProperties properties) {
		this.dataSource = dataSource;
		this.jdbcClient = jdbcClient;
		this.transaction = transaction;
		this.properties = properties;
	}

	/** Runs before the web server accepts requests. */
	@Override
	public void afterPropertiesSet() {
		if (isMissing()) {
			this.transaction.executeWithoutResult((status) -> fill());
			// Runs now, because autovacuum would run in the middle of a measurement
			// otherwise.
			this.jdbcClient.sql("vacuum analyze films, reviews").update();
		}
		run(this.properties.indexes());
	}

	private boolean isMissing() {
		return this.jdbcClient.sql("select to_regclass('reviews') is null").query(Boolean.class).single();
	}

	private void fill() {
		this.jdbcClient.sql("select set_config('reviews.rows', :rows, true)")
			.param("rows", Integer.toString(this.properties.rows()))
			.query(String.class)
			.single();
		run(new ClassPathResource("reviews/schema.sql"), new ClassPathResource("reviews/data.sql"));
	}

	/** Runs scripts in the current transaction, if there is one. */
	private void run(Resource... scripts) {
		new ResourceDatabasePopulator(scripts).execute(this.dataSource);
	}

}
