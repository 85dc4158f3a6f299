package io.perfstarter.sample.howto.replica;

import java.util.Map;

/**
 * Stands for the client of a secret store.
 */
interface SecretStore {

	Map<String, String> read(String path);

}
