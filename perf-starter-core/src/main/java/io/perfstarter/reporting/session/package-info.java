/**
 * Reads from the database what its sessions wait for, while statements are slow.
 */
@NullMarked
package io.perfstarter.reporting.session;

import org.jspecify.annotations.NullMarked;
