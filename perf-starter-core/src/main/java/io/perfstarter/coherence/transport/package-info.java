/**
 * The messages between instances as JSON.
 */
@NullMarked
package io.perfstarter.coherence.transport;

import org.jspecify.annotations.NullMarked;
