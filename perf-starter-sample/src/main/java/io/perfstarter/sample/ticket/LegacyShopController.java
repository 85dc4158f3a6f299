package io.perfstarter.sample.ticket;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Lets clients look at the stock, fill a cart and order it by the legacy service.
 */
@RestController
@RequestMapping("/shop-legacy")
class LegacyShopController {

	private final LegacyShopService shop;

	LegacyShopController(LegacyShopService shop) {
		this.shop = shop;
	}

	@GetMapping("/stock/{categoryId}")
	Stock look(@PathVariable long categoryId) {
		return this.shop.look(categoryId);
	}

	@PostMapping("/carts")
	@ResponseStatus(HttpStatus.CREATED)
	Order fill(@RequestBody NewOrder wanted) {
		return this.shop.fill(wanted);
	}

	@PostMapping("/carts/{id}/order")
	@ResponseStatus(HttpStatus.ACCEPTED)
	Order order(@PathVariable long id) {
		return this.shop.order(id);
	}

}
