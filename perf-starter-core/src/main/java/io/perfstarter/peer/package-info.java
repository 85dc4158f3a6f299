/**
 * Finds the other instances of this service and exchanges signed messages with them.
 */
@NullMarked
package io.perfstarter.peer;

import org.jspecify.annotations.NullMarked;
