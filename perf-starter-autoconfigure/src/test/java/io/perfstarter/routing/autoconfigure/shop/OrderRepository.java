package io.perfstarter.routing.autoconfigure.shop;

import io.perfstarter.routing.PrimaryRead;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/**
 * A repository of orders.
 */
public interface OrderRepository extends JpaRepository<Order, Long> {

	@PrimaryRead
	@Query("select count(o) from Order o")
	long countFresh();

}
