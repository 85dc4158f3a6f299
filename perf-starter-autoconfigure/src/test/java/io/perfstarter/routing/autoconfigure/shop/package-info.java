/**
 * Entities, a repository and a service for tests.
 */
@NullMarked
package io.perfstarter.routing.autoconfigure.shop;

import org.jspecify.annotations.NullMarked;
