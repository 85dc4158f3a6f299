/**
 * The transport of messages between instances: signed JSON over HTTP.
 */
@NullMarked
package io.perfstarter.coherence.transport;

import org.jspecify.annotations.NullMarked;
