package io.perfstarter.sample.compare;

/**
 * What came of a step.
 *
 * @param step the step
 * @param figures what its users have seen
 * @param observation what its service says
 */
record Result(Step step, Figures figures, Observation observation) {

}
