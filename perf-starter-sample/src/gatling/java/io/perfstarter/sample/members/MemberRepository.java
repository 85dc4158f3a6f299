package io.perfstarter.sample.members;

import java.util.List;
import java.util.Optional;

import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/**
 * Reads members with JPA. No method declares a transaction: each one gets a read-only
 * transaction from the starter.
 */
interface MemberRepository extends Repository<Member, Long> {

	List<Member> findTop500ByOrderById();

	Optional<Member> findByEmail(String email);

	@Query(value = "select count(*) from blocked_tokens where token = :token", nativeQuery = true)
	long countBlocks(String token);

}
