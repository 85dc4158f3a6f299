/**
 * Detects calls to other processes. Internal: used by other packages of this project, not
 * by applications.
 */
@NullMarked
package io.perfstarter.remote;

import org.jspecify.annotations.NullMarked;
