package io.perfstarter.reporting;

import java.util.List;

/**
 * Something that is worth knowing before it makes requests slow.
 *
 * @param title what it is about
 * @param sentence what was found, and what to do
 * @param details what it was found from, such as inputs and their sources
 */
public record Finding(String title, String sentence, List<String> details) {

}
