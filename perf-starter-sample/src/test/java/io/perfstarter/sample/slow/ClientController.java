package io.perfstarter.sample.slow;

import java.util.HexFormat;
import java.util.Random;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/**
 * Requests with a body.
 */
@RestController
@RequestMapping("/clients")
class ClientController {

	private final byte[] bytes = new byte[500_000];

	ClientController() {
		new Random(1).nextBytes(this.bytes);
	}

	@PostMapping("/raw")
	int raw(@RequestBody byte[] body) {
		return body.length;
	}

	@GetMapping(path = "/text/{megabytes}", produces = "text/plain")
	String text(@PathVariable int megabytes) {
		return HexFormat.of().formatHex(this.bytes).repeat(megabytes);
	}

	@PostMapping("/form")
	long form(@RequestParam MultipartFile file) {
		return file.getSize();
	}

}
