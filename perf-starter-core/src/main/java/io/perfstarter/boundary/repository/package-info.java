/**
 * Makes the methods of Spring Data repositories transactional where they are not, but
 * should be.
 */
@NullMarked
package io.perfstarter.boundary.repository;

import org.jspecify.annotations.NullMarked;
