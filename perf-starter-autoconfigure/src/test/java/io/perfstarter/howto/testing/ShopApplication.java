package io.perfstarter.howto.testing;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * An application as its team tests it.
 */
@SpringBootApplication
class ShopApplication {

}
