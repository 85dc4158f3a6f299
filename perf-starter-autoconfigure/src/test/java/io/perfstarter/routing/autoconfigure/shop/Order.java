package io.perfstarter.routing.autoconfigure.shop;

import java.util.HashSet;
import java.util.Set;

import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/**
 * An entity whose id is assigned.
 */
@Entity
@Table(name = "orders")
public class Order {

	@Id
	public @Nullable Long id;

	@Column(unique = true)
	public @Nullable String name;

	@ElementCollection
	public Set<String> labels = new HashSet<>();

	protected Order() {
	}

	public Order(Long id, String name) {
		this.id = id;
		this.name = name;
	}

}
