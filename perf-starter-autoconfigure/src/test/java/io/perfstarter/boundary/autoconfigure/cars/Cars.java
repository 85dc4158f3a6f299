package io.perfstarter.boundary.autoconfigure.cars;

import java.util.Optional;

import org.springframework.data.jdbc.repository.query.Query;
import org.springframework.data.repository.Repository;

/**
 * A repository of cars.
 */
public interface Cars extends Repository<Car, Long> {

	Optional<Car> findByPlate(String plate);

	@Query("select nothing from nowhere")
	Optional<Car> findNothing();

}
