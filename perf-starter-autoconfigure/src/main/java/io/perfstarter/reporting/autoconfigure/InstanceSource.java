package io.perfstarter.reporting.autoconfigure;

import java.util.function.IntSupplier;

/**
 * Supplies the number of instances of the application, 0 if it is unknown.
 */
interface InstanceSource extends IntSupplier {

}
