/**
 * What instances tell each other about their caches, as pure Java: clock, network, random
 * and discovery come in through interfaces.
 */
@NullMarked
package io.perfstarter.coherence.protocol;

import org.jspecify.annotations.NullMarked;
