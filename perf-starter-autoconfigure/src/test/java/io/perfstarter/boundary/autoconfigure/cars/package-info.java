/**
 * An entity and a repository of Spring Data JDBC for tests.
 */
@NullMarked
package io.perfstarter.boundary.autoconfigure.cars;

import org.jspecify.annotations.NullMarked;
