package io.perfstarter.routing.autoconfigure;

import io.perfstarter.routing.Routing;

/**
 * What was wired.
 *
 * @param primary the name of the bean that is the primary
 * @param lazyByBoot whether Boot had made the lazy proxy already
 * @param routing what decides
 */
record WiredRouting(String primary, boolean lazyByBoot, Routing routing) {
}
