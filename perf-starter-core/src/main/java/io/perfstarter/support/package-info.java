/**
 * Small parts that several features need: daemon threads, messages that are logged once,
 * signatures, the use of shared resources, and the end of asynchronous requests.
 * Internal: used by other packages of this project, not by applications.
 */
@NullMarked
package io.perfstarter.support;

import org.jspecify.annotations.NullMarked;
