/**
 * Encodes the messages of the eviction protocol as JSON, and decodes them; the peer
 * package sends them. The ids of logged evictions become text.
 */
@NullMarked
package io.perfstarter.coherence.transport;

import org.jspecify.annotations.NullMarked;
