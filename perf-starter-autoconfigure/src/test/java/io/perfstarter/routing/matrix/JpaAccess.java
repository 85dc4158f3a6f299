package io.perfstarter.routing.matrix;

import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;

import org.springframework.stereotype.Repository;

/**
 * {@link Access} by an {@link EntityManager}.
 */
@Repository
class JpaAccess implements Access {

	private final EntityManager entities;

	JpaAccess(EntityManager entities) {
		this.entities = entities;
	}

	@Override
	public boolean isInRecovery() {
		return (Boolean) this.entities.createNativeQuery("select pg_is_in_recovery()").getSingleResult();
	}

	@Override
	public void insert(long id) {
		this.entities.createNativeQuery("insert into matrix_tickets (id, car) values (?, 'jpa')")
			.setParameter(1, id)
			.executeUpdate();
	}

	@Override
	public void lock(long id) {
		this.entities.createQuery("select t from Ticket t where t.id = :id", Ticket.class)
			.setParameter("id", id)
			.setLockMode(LockModeType.PESSIMISTIC_WRITE)
			.getResultList();
	}

}
