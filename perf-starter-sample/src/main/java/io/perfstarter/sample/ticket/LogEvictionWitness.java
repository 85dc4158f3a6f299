package io.perfstarter.sample.ticket;

import java.util.concurrent.atomic.AtomicBoolean;

import io.perfstarter.coherence.log.InvalidationLog;
import io.perfstarter.coherence.log.LogReading;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.stereotype.Component;

/**
 * Records the evictions that were read from the log in the database when the log is read
 * again, because they are applied then.
 */
@Component
class LogEvictionWitness implements BeanPostProcessor {

	private final ObjectProvider<EvictionNotes> notes;

	LogEvictionWitness(ObjectProvider<EvictionNotes> notes) {
		this.notes = notes;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String name) {
		if (!(bean instanceof InvalidationLog)) {
			return bean;
		}
		AtomicBoolean read = new AtomicBoolean();
		ProxyFactory witnessed = new ProxyFactory(bean);
		witnessed.addAdvice((MethodInterceptor) (call) -> call.getMethod().getName().equals("read") ? read(call, read)
				: call.proceed());
		return witnessed.getProxy();
	}

	private @Nullable Object read(MethodInvocation call, AtomicBoolean before) throws Throwable {
		if (before.getAndSet(false)) {
			this.notes.getObject().heard(null, null);
		}
		Object answer = call.proceed();
		before.set(answer instanceof LogReading reading && !reading.events().isEmpty());
		return answer;
	}

}
