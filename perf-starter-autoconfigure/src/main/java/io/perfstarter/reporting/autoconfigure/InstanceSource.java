package io.perfstarter.reporting.autoconfigure;

import java.util.function.IntSupplier;

/**
 * How many instances of the application there are, 0 if not known.
 */
interface InstanceSource extends IntSupplier {

}
