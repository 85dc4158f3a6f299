package io.perfstarter.boundary.repositories;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * A ticket of JPA.
 */
@Entity
@Table(name = "boundary_view")
class JpaTicket implements Seen {

	@Id
	long id;

	String car = "";

	@Column(insertable = false, updatable = false)
	String seen = "";

	protected JpaTicket() {
	}

	JpaTicket(long id, String car) {
		this.id = id;
		this.car = car;
	}

	@Override
	public String seen() {
		return this.seen;
	}

}
