package io.perfstarter.boundary.autoconfigure.cars;

import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

/**
 * A car.
 *
 * @param id its id
 * @param plate its plate
 */
@Table("CAR")
public record Car(@Id Long id, String plate) {

}
