/**
 * Reads and writes evictions through a log that all instances share, in pure Java: the
 * log itself, clock and randomness are passed in through interfaces.
 */
@NullMarked
package io.perfstarter.coherence.log;

import org.jspecify.annotations.NullMarked;
