package io.perfstarter.howto.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;

import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

/**
 * A test with the YAML of the shop, and with that for tests over it; its context ends
 * with it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("one-jdk")
@DirtiesContext
@TestPropertySource(properties = "spring.config.location=classpath:/howto/shop.yml,classpath:/howto/testing.yml")
@interface ShopTest {

}
