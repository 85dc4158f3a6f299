/**
 * How messages travel between instances: as signed JSON over HTTP.
 */
@NullMarked
package io.perfstarter.coherence.transport;

import org.jspecify.annotations.NullMarked;
