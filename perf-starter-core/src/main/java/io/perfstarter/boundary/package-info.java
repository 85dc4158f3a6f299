/**
 * Transactions where the SQL is, and a witness for those that are not.
 */
@NullMarked
package io.perfstarter.boundary;

import org.jspecify.annotations.NullMarked;
