package io.perfstarter.sample.forgotten;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/**
 * Changes a category in a default method, and forgets that searches are cached.
 */
interface ForgetfulCategories {

	JdbcClient jdbcClient();

	@Transactional
	default void renameCategory() {
		jdbcClient().sql("update categories set name = 'Visitors' where id = 1").update();
	}

}
