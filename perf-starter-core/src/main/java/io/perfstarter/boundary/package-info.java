/**
 * What applications import to control the detection of remote calls during which a
 * connection is held.
 */
@NullMarked
package io.perfstarter.boundary;

import org.jspecify.annotations.NullMarked;
