package io.perfstarter.sample.reviews;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.io.Resource;

/**
 * Configuration properties of the film reviews.
 *
 * @param rows Number of films, and of reviews, that an empty database is filled with.
 * @param indexes Script that creates or drops indexes at each start.
 * @param allColumns Whether searches read all columns of the films, of which the
 * responses contain two.
 */
@ConfigurationProperties("reviews")
record ReviewsProperties(int rows, Resource indexes, boolean allColumns) {
}
