package io.perfstarter.settings.autoconfigure;

/**
 * The known setting that is closest to an unknown one.
 *
 * @param name the name of the known setting
 * @param renamed whether the unknown setting is a former name of the known one
 */
record NearestSetting(String name, boolean renamed) {

}
