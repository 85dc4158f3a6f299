package io.perfstarter.async.limit;

import java.util.List;

import io.perfstarter.support.SharedResource;

/**
 * The use of a resource that requests share, in a period.
 *
 * @param name the name of the resource, such as {@code processors}
 * @param busy the share of the resource that was in use on average, from 0 to 1
 * @param waiting the mean number of threads that waited for the resource,
 * {@link #UNKNOWN} if it is not known
 */
record ResourceUse(String name, double busy, double waiting) {

	static final double UNKNOWN = -1;

	static ResourceUse now(SharedResource resource) {
		return new ResourceUse(resource.name(), resource.busy(), resource.waiting());
	}

	/**
	 * Returns the mean of several uses of one resource, at least one.
	 */
	static ResourceUse mean(List<ResourceUse> uses) {
		return new ResourceUse(uses.get(0).name(), uses.stream().mapToDouble(ResourceUse::busy).average().orElseThrow(),
				uses.stream().mapToDouble(ResourceUse::waiting).average().orElseThrow());
	}

}
