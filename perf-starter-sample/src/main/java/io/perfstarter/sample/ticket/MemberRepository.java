package io.perfstarter.sample.ticket;

import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads members and blocked tokens from the database. Each method has its own
 * transaction, so a connection is borrowed only during the call.
 */
@Repository
@Transactional(readOnly = true)
class MemberRepository {

	private static final int PAGE = 500;

	private final JdbcClient jdbcClient;

	MemberRepository(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
	}

	boolean isBlocked(String token) {
		return this.jdbcClient.sql("select exists (select 1 from blocked_tokens where token = :token)")
			.param("token", token)
			.query(Boolean.class)
			.single();
	}

	List<Member> findFirst() {
		return this.jdbcClient.sql("select * from members order by id limit :size")
			.param("size", PAGE)
			.query(Member.class)
			.list();
	}

	Optional<Member> findById(long id) {
		return this.jdbcClient.sql("select * from members where id = :id")
			.param("id", id)
			.query(Member.class)
			.optional();
	}

	Optional<Member> findByEmail(String email) {
		return this.jdbcClient.sql("select * from members where email = :email")
			.param("email", email)
			.query(Member.class)
			.optional();
	}

}
