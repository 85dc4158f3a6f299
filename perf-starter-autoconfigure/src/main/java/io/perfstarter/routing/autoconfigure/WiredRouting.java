package io.perfstarter.routing.autoconfigure;

import io.perfstarter.routing.connection.Routing;

/**
 * The result of the wiring.
 *
 * @param primary the bean name of the primary
 * @param lazyByBoot whether Boot had created the lazy proxy already
 * @param routing the routing
 * @param defaults the connection defaults
 */
record WiredRouting(String primary, boolean lazyByBoot, Routing routing, LazyDefaults defaults) {
}
