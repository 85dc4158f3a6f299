package io.perfstarter.routing.checks;

import org.hibernate.FlushMode;
import org.hibernate.engine.spi.EntityEntry;
import org.hibernate.event.spi.DeleteContext;
import org.hibernate.event.spi.DeleteEvent;
import org.hibernate.event.spi.DeleteEventListener;
import org.hibernate.event.spi.EventSource;
import org.hibernate.event.spi.MergeContext;
import org.hibernate.event.spi.MergeEvent;
import org.hibernate.event.spi.MergeEventListener;
import org.hibernate.event.spi.PersistContext;
import org.hibernate.event.spi.PersistEvent;
import org.hibernate.event.spi.PersistEventListener;
import org.hibernate.event.spi.PostLoadEvent;
import org.hibernate.event.spi.PostLoadEventListener;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Observes which entities a read-only transaction loads, saves and deletes. Spring
 * disables flushing there, so Hibernate accepts changes but does not write them.
 *
 * <p>
 * Runs after Hibernate's own listeners: a change that these have written at once, or that
 * has failed, is not lost. Thread-safe; belongs to one session factory.
 */
final class LostWriteListener
		implements PersistEventListener, MergeEventListener, DeleteEventListener, PostLoadEventListener {

	private static final long serialVersionUID = 1L;

	private final transient LostWrites writes;

	private final transient TransactionSampling sampling = new TransactionSampling();

	LostWriteListener(LostWrites writes) {
		this.writes = writes;
	}

	@Override
	public void onPostLoad(PostLoadEvent event) {
		if (isLost(event.getSession()) && TransactionSynchronizationManager.isSynchronizationActive()) {
			LoadedEntities.ofTransaction(this, this.writes, this.sampling).add(event.getSession(), event.getEntity());
		}
	}

	@Override
	public void onPersist(PersistEvent event) {
		saved(event.getSession(), event.getObject());
	}

	@Override
	public void onPersist(PersistEvent event, PersistContext context) {
		saved(event.getSession(), event.getObject());
	}

	@Override
	public void onMerge(MergeEvent event) {
		saved(event.getSession(), event.getResult());
	}

	@Override
	public void onMerge(MergeEvent event, MergeContext context) {
		saved(event.getSession(), event.getResult());
	}

	@Override
	public void onDelete(DeleteEvent event) {
		deleted(event.getSession(), event.getObject());
	}

	@Override
	public void onDelete(DeleteEvent event, DeleteContext context) {
		deleted(event.getSession(), event.getObject());
	}

	private void saved(EventSource session, @Nullable Object entity) {
		EntityEntry entry = (isLost(session)) ? entry(session, entity) : null;
		if (entry != null && !entry.isExistsInDatabase()) {
			this.writes.found(LostWrites.Kind.SAVED, entry.getEntityName());
		}
	}

	private void deleted(EventSource session, Object entity) {
		if (!isLost(session)) {
			return;
		}
		LazyInitializer proxy = HibernateProxy.extractLazyInitializer(entity);
		EntityEntry entry = entry(session, entity);
		if (entry != null && entry.getStatus().isDeletedOrGone()) {
			this.writes.found(LostWrites.Kind.DELETED, entry.getEntityName());
		}
		else if (entry == null && proxy != null && isToBeDeletedUnread(session, proxy)) {
			this.writes.found(LostWrites.Kind.DELETED, proxy.getEntityName());
		}
	}

	private static boolean isToBeDeletedUnread(EventSource session, LazyInitializer proxy) {
		EntityPersister persister = session.getFactory()
			.getMappingMetamodel()
			.getEntityDescriptor(proxy.getEntityName());
		return session.getPersistenceContextInternal()
			.containsDeletedUnloadedEntityKey(session.generateEntityKey(proxy.getInternalIdentifier(), persister));
	}

	private static @Nullable EntityEntry entry(EventSource session, @Nullable Object entity) {
		LazyInitializer proxy = HibernateProxy.extractLazyInitializer(entity);
		if (proxy == null) {
			return (entity != null) ? session.getPersistenceContextInternal().getEntry(entity) : null;
		}
		return (!proxy.isUninitialized()) ? session.getPersistenceContextInternal().getEntry(proxy.getImplementation())
				: null;
	}

	/**
	 * Returns whether changes in this session are not written.
	 */
	private static boolean isLost(EventSource session) {
		return ActiveTransaction.isReadOnly() && session.getHibernateFlushMode() == FlushMode.MANUAL;
	}

}
