package io.perfstarter.routing.connection;

import io.perfstarter.jdbc.SqlStatement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WriteRefusal}: the description of a statement.
 */
class RefusedStatementTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
			insert into orders (id, name) values (1, 'secret') | INSERT orders
			INSERT INTO shop.orders values (1) | INSERT shop.orders
			insert ignore into `orders` values (1) | INSERT `orders`
			update only orders set name = 'secret' where id = 7 | UPDATE orders
			delete from "Order Lines" where id = 7 | DELETE "Order Lines"
			merge into orders using dual on (id = 7) when matched then delete | MERGE orders
			replace into orders values (1) | REPLACE orders
			/* from the secret service */ insert into orders values (1) | INSERT orders
			-- from the secret service | a statement
			with old as (select 'secret') delete from lines using old | WITH
			select * from orders where name = 'from secret' for update | SELECT
			select 'not closed from secret | SELECT
			{call place_order('secret')} | CALL
			truncate table orders | TRUNCATE orders
			create temp table t (id int) | CREATE
			insert into 'secret' values (1) | INSERT
			insertion 'secret' | a statement
			begin | a statement
			insert low_priority ignore into orders values (1) | INSERT orders
			update low_priority orders set name = 'secret' | UPDATE orders
			delete quick from orders | DELETE orders
			delete o from orders o join lines l on o.id = l.id | DELETE
			update orders o join lines l on o.id = l.id set l.name = 'secret' | UPDATE
			truncate orders, lines | TRUNCATE orders
			insert into orders values ('\\', secret) | INSERT orders
			insert into [a 'secret' b] values (1) | INSERT [a '' b]
			/* /* */ ' */ update orders set name = secret | a statement
			""")
	void saysVerbAndTable(String sql, String expected) {
		assertThat(description(sql)).isEqualTo(expected);
	}

	@Test
	void takesNothingFromALongLiteral() {
		assertThat(description("select '" + "x".repeat(10_000) + "' from orders")).isEqualTo("SELECT");
		assertThat(description("insert into " + "x".repeat(3_000) + " values (1)")).hasSize("INSERT ".length() + 100);
		assertThat(description("insert into orders values ('" + "''".repeat(10_000) + "')")).isEqualTo("INSERT orders");
		assertThat(description("")).isEqualTo("a statement");
	}

	private static String description(String sql) {
		return WriteRefusal.description(SqlStatement.of(sql));
	}

}
