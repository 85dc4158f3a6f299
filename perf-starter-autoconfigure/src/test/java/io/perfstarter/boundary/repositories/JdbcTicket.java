package io.perfstarter.boundary.repositories;

import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.ReadOnlyProperty;
import org.springframework.data.relational.core.mapping.Table;

/**
 * A ticket of Spring Data JDBC.
 */
@Table("boundary_view")
record JdbcTicket(@Id long id, String car, @ReadOnlyProperty String seen) implements Seen {

}
