package io.perfstarter.boundary.autoconfigure.cars;

import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

/**
 * A car.
 */
@Table("CAR")
public record Car(@Id Long id, String plate) {

}
