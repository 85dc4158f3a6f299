/**
 * Adds transactions to the methods of Spring Data repositories that need one.
 */
@NullMarked
package io.perfstarter.boundary.repository;

import org.jspecify.annotations.NullMarked;
