package io.perfstarter.boundary.autoconfigure;

import io.perfstarter.boundary.connection.Boundary;
import io.perfstarter.boundary.connection.BoundaryStatus;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * {@link Endpoint} that shows the usage statistics of connections.
 */
@Endpoint(id = "boundary")
class BoundaryEndpoint {

	private final Boundary boundary;

	BoundaryEndpoint(Boundary boundary) {
		this.boundary = boundary;
	}

	@ReadOperation
	BoundaryStatus boundary() {
		return this.boundary.status();
	}

}
