package io.perfstarter.sample.ticket;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * Thrown when a requested object does not exist. The response has status 404 and contains
 * problem details.
 */
class NotFoundException extends ErrorResponseException {

	NotFoundException(String what, Object id) {
		super(HttpStatus.NOT_FOUND,
				ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, "There is no %s %s".formatted(what, id)), null);
	}

}
