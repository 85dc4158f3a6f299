package io.perfstarter.routing.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * The guards alone, and before transactions: the order of their advice is not to depend
 * on that.
 */
@AutoConfiguration(before = TransactionAutoConfiguration.class)
@Import(RoutingGuardsConfiguration.class)
final class RoutingGuardsTestAutoConfiguration {

}
