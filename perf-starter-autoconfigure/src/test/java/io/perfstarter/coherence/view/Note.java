package io.perfstarter.coherence.view;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/**
 * An entity.
 */
@Entity
class Note {

	@Id
	long id;

	String text = "old";

}
