/**
 * The eviction protocol between instances, in pure Java: clock, network, randomness and
 * discovery are passed in through interfaces.
 */
@NullMarked
package io.perfstarter.coherence.protocol;

import org.jspecify.annotations.NullMarked;
