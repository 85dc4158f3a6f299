package io.perfstarter.boundary.repositories;

import org.springframework.data.repository.CrudRepository;
import org.springframework.data.repository.NoRepositoryBean;
import org.springframework.transaction.annotation.Transactional;

/**
 * Declares one method for each row of the rule, for JPA and JDBC.
 */
@NoRepositoryBean
interface Tickets<T extends Seen> extends CrudRepository<T, Long>, TicketsFragment {

	T findFirstByCar(String car);

	boolean existsByCarAndSeen(String car, String seen);

	long countByCarAndSeen(String car, String seen);

	void deleteByCar(String car);

	@Transactional
	T findFirstByCarAndId(String car, long id);

	@Transactional(readOnly = true)
	T findFirstByIdAndCar(long id, String car);

	T selected();

	T selectedWith();

	int modify();

	T locked();

	T lockedForShare();

	T lockedByStatement();

	String insertReturning();

	String deleteInWith();

	String sequence();

	String values();

	default String byDefault() {
		return "default";
	}

}
