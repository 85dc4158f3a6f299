package io.perfstarter.routing.autoconfigure.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

/**
 * An immutable entity.
 */
@Entity
@Immutable
public class Country {

	@Id
	public @Nullable Long id;

	public @Nullable String name;

}
