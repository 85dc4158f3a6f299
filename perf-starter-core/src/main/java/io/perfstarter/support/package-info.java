/**
 * Small parts that several features need: daemon threads and messages that are logged
 * once. Internal: used by other packages of this project, not by applications.
 */
@NullMarked
package io.perfstarter.support;

import org.jspecify.annotations.NullMarked;
