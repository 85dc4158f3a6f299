/**
 * Names methods that join a read-only transaction and may write, and explains writes that
 * a database refuses there.
 */
@NullMarked
package io.perfstarter.routing.checks;

import org.jspecify.annotations.NullMarked;
