package io.perfstarter.sample.ticket;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * Thrown when what a request asks for does not exist; answered as problem details with
 * status 404.
 */
class NotFoundException extends ErrorResponseException {

	NotFoundException(String what, Object id) {
		super(HttpStatus.NOT_FOUND,
				ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, "There is no %s %s".formatted(what, id)), null);
	}

}
