/**
 * Auto-configuration of the boundaries of transactions.
 */
@NullMarked
package io.perfstarter.boundary.autoconfigure;

import org.jspecify.annotations.NullMarked;
