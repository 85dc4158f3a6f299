package io.perfstarter.routing.autoconfigure.shop;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
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

	@Column(updatable = false)
	public @Nullable String channel = "web";

	public byte[] photo = { 1, 2, 3 };

	@ManyToOne(fetch = FetchType.LAZY)
	public @Nullable Customer customer;

	@ElementCollection
	public Set<String> labels = new HashSet<>();

	@OneToMany(cascade = { CascadeType.PERSIST, CascadeType.MERGE })
	@JoinColumn(name = "order_id")
	public List<Line> lines = new ArrayList<>();

	protected Order() {
	}

	public Order(Long id, String name) {
		this.id = id;
		this.name = name;
	}

	public void setName(String name) {
		this.name = name;
	}

	public @Nullable String getName() {
		return this.name;
	}

}
