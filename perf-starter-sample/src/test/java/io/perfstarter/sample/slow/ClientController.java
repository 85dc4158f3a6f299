package io.perfstarter.sample.slow;

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

	@PostMapping("/raw")
	int raw(@RequestBody byte[] body) {
		return body.length;
	}

	@PostMapping("/form")
	long form(@RequestParam MultipartFile file) {
		return file.getSize();
	}

}
