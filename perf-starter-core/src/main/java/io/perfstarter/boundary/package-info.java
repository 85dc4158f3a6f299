/**
 * Where transactions begin and end: at the SQL, and not around what has nothing to do
 * with the database.
 */
@NullMarked
package io.perfstarter.boundary;

import org.jspecify.annotations.NullMarked;
