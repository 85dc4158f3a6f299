package io.perfstarter.routing.autoconfigure.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

/**
 * An entity whose id is generated in memory.
 */
@Entity
public class Customer {

	@Id
	@GeneratedValue(strategy = GenerationType.UUID)
	public @Nullable String id;

}
