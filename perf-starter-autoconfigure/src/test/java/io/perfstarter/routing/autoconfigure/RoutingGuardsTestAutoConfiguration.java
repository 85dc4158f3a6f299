package io.perfstarter.routing.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * Configures only the checks, before transactions: the order of the advice must not
 * depend on that.
 */
@AutoConfiguration(before = TransactionAutoConfiguration.class)
@Import(RoutingGuardsConfiguration.class)
final class RoutingGuardsTestAutoConfiguration {

}
