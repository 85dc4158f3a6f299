package io.perfstarter.reporting.request;

import java.util.concurrent.Callable;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.ServletWebRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CallableBreakdownInterceptor}.
 */
class CallableBreakdownInterceptorTests {

	private final CallableBreakdownInterceptor interceptor = new CallableBreakdownInterceptor();

	private final ServletWebRequest request = new ServletWebRequest(new MockHttpServletRequest());

	private final Callable<String> task = () -> "done";

	private final TimeBreakdown breakdown = new TimeBreakdown(0, -1, () -> 0, new TestFigures());

	@AfterEach
	void nothingIsLeft() {
		assertThat(CurrentTimeBreakdown.replace(null)).isNull();
	}

	@Test
	void threadOfTheCallableWorksForTheRequest() {
		submit();
		this.interceptor.preProcess(this.request, this.task);
		assertThat(CurrentTimeBreakdown.get()).isSameAs(this.breakdown);
		assertThat(this.breakdown.threadToSample(0)).isSameAs(Thread.currentThread());
		this.interceptor.postProcess(this.request, this.task, "done");
		assertThat(CurrentTimeBreakdown.get()).isNull();
		assertThat(this.breakdown.threadToSample(0)).isNull();
	}

	@Test
	void threadThatHasTheContextKeepsIt() {
		submit();
		CurrentTimeBreakdown.replace(this.breakdown);
		this.interceptor.preProcess(this.request, this.task);
		this.interceptor.postProcess(this.request, this.task, "done");
		assertThat(this.breakdown.threadToSample(0)).isSameAs(Thread.currentThread());
		assertThat(CurrentTimeBreakdown.replace(null)).isSameAs(this.breakdown);
	}

	@Test
	void threadLeavesARequestThatHasEnded() {
		submit();
		this.interceptor.preProcess(this.request, this.task);
		this.breakdown.close(100, true, true);
		this.request.requestCompleted();
		this.interceptor.postProcess(this.request, this.task, "done");
	}

	@Test
	void requestWithoutTimeBreakdownIsLeftAlone() {
		this.interceptor.beforeConcurrentHandling(this.request, this.task);
		this.interceptor.preProcess(this.request, this.task);
		assertThat(CurrentTimeBreakdown.get()).isNull();
		this.interceptor.postProcess(this.request, this.task, "done");
	}

	private void submit() {
		CurrentTimeBreakdown.replace(this.breakdown);
		this.interceptor.beforeConcurrentHandling(this.request, this.task);
		CurrentTimeBreakdown.replace(null);
	}

}
