package io.perfstarter.routing.matrix;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * An entity with an assigned id.
 */
@Entity
@Table(name = "matrix_tickets")
public class Ticket {

	@Id
	long id;

	String car = "";

	protected Ticket() {
	}

	Ticket(long id) {
		this.id = id;
	}

}
