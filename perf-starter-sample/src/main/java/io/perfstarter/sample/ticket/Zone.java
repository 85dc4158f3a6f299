package io.perfstarter.sample.ticket;

/**
 * A part of a parking lot.
 *
 * @param id the id of the zone
 * @param parkingLotId the id of the parking lot
 * @param name the name on the signs
 * @param level the storey
 */
record Zone(long id, long parkingLotId, String name, int level) {
}
