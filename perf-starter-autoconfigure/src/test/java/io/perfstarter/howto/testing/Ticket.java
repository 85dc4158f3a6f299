package io.perfstarter.howto.testing;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/**
 * A ticket.
 */
@Entity
class Ticket {

	@Id
	private long id;

	private String notes;

	protected Ticket() {
	}

	Ticket(long id, String notes) {
		this.id = id;
		this.notes = notes;
	}

	long getId() {
		return this.id;
	}

	String getNotes() {
		return this.notes;
	}

	void setNotes(String notes) {
		this.notes = notes;
	}

}
