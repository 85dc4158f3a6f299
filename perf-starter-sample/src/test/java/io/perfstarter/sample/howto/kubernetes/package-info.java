/**
 * The example of the page on Kubernetes.
 */
@NullMarked
package io.perfstarter.sample.howto.kubernetes;

import org.jspecify.annotations.NullMarked;
