package io.perfstarter.coherence.contract;

/**
 * Readings that inherit all annotations.
 */
class InheritedReadings extends ReadingsByMethod {

}
