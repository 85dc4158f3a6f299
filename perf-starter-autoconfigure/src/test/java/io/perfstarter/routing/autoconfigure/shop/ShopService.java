package io.perfstarter.routing.autoconfigure.shop;

import java.util.function.Consumer;
import java.util.function.Supplier;

import io.perfstarter.routing.PrimaryRead;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Service methods with different transaction attributes that run code of the test.
 */
@Repository
public class ShopService {

	@PersistenceContext
	private @Nullable EntityManager entityManager;

	private EntityManager entityManager() {
		if (this.entityManager == null) {
			throw new IllegalStateException();
		}
		return this.entityManager;
	}

	@Transactional(readOnly = true)
	public void read(Consumer<EntityManager> action) {
		action.accept(entityManager());
	}

	@Transactional(readOnly = true)
	public void readElsewhere(Consumer<EntityManager> action) {
		action.accept(entityManager());
	}

	@Transactional(readOnly = true, propagation = Propagation.REQUIRES_NEW)
	public void readAnew(Consumer<EntityManager> action) {
		action.accept(entityManager());
	}

	@Transactional
	public void write(Consumer<EntityManager> action) {
		action.accept(entityManager());
	}

	@Transactional(propagation = Propagation.REQUIRES_NEW)
	public void writeAnew(Consumer<EntityManager> action) {
		action.accept(entityManager());
	}

	@PrimaryRead
	@Transactional(readOnly = true)
	public <T> T readFresh(Supplier<T> action) {
		return action.get();
	}

	public void withoutTransaction(Consumer<EntityManager> action) {
		action.accept(entityManager());
	}

}
