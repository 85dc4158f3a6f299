/**
 * Gives default transactions to query methods of Spring Data repositories that declare
 * none.
 */
@NullMarked
package io.perfstarter.boundary.repository;

import org.jspecify.annotations.NullMarked;
