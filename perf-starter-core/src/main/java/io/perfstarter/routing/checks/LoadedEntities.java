package io.perfstarter.routing.checks;

import java.util.IdentityHashMap;
import java.util.Map;

import io.perfstarter.routing.WriteInReadOnlyTransactionException;
import org.hibernate.bytecode.enhance.spi.LazyPropertyInitializer;
import org.hibernate.collection.spi.PersistentCollection;
import org.hibernate.engine.spi.CollectionEntry;
import org.hibernate.engine.spi.EntityEntry;
import org.hibernate.engine.spi.PersistenceContext;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.type.TypeHelper;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Snapshots of the entities that a read-only transaction has loaded, because Hibernate
 * keeps none for read-only entities. Confined to the thread of the transaction.
 */
final class LoadedEntities implements TransactionSynchronization {

	private static final int ENTITIES = 200;

	private static final Object[] KEPT_BY_HIBERNATE = {};

	private final Object key;

	private final LostWrites writes;

	private final boolean taken;

	private final Map<Object, Object[]> states = new IdentityHashMap<>();

	private @Nullable SessionImplementor session;

	private LoadedEntities(Object key, LostWrites writes, boolean taken) {
		this.key = key;
		this.writes = writes;
		this.taken = taken;
	}

	/**
	 * Returns the snapshots of the current transaction.
	 * @param key the key under which they are bound to the transaction
	 * @param writes receives the changes found at commit
	 * @param sampling decides whether the transaction is checked
	 * @return the snapshots so far
	 */
	static LoadedEntities ofTransaction(Object key, LostWrites writes, TransactionSampling sampling) {
		LoadedEntities loaded = (LoadedEntities) TransactionSynchronizationManager.getResource(key);
		if (loaded == null) {
			boolean taken = writes.fails()
					|| sampling.includes(TransactionSynchronizationManager.getCurrentTransactionName());
			loaded = new LoadedEntities(key, writes, taken);
			TransactionSynchronizationManager.registerSynchronization(loaded);
			TransactionSynchronizationManager.bindResource(key, loaded);
		}
		return loaded;
	}

	void add(SessionImplementor session, Object entity) {
		// A transaction flushes only one session of each factory; entities of other
		// sessions
		// are not written with it.
		if (!this.taken || this.states.size() >= ENTITIES || (this.session != null && this.session != session)) {
			return;
		}
		EntityEntry entry = session.getPersistenceContextInternal().getEntry(entity);
		if (entry != null && entry.getPersister().isMutable()) {
			this.session = session;
			this.states.put(entity,
					(entry.getLoadedState() != null) ? KEPT_BY_HIBERNATE : copy(entry.getPersister(), entity, session));
		}
	}

	private static Object[] copy(EntityPersister persister, Object entity, SessionImplementor session) {
		Object[] state = persister.getValues(entity);
		TypeHelper.deepCopy(state, persister.getPropertyTypes(), persister.getPropertyCheckability(), state, session);
		return state;
	}

	@Override
	public void beforeCommit(boolean readOnly) {
		SessionImplementor session = this.session;
		if (session == null || !session.isOpenOrWaitingForAutoClose()) {
			return;
		}
		try {
			PersistenceContext context = session.getPersistenceContextInternal();
			this.states.forEach((entity, state) -> compare(session, context.getEntry(entity), entity, state));
			context.forEachCollectionEntry((collection, entry) -> compare(context, collection, entry), false);
		}
		catch (WriteInReadOnlyTransactionException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			this.writes.checkFailed(ex);
		}
	}

	private void compare(SessionImplementor session, @Nullable EntityEntry entry, Object entity, Object[] state) {
		if (entry == null || entry.getStatus().isDeletedOrGone()) {
			return;
		}
		Object[] kept = entry.getLoadedState();
		Object[] before = (kept != null) ? kept : state;
		if (before == KEPT_BY_HIBERNATE) {
			return;
		}
		EntityPersister persister = entry.getPersister();
		Object[] now = persister.getValues(entity);
		for (int i = 0; i < before.length; i++) {
			if (before[i] == LazyPropertyInitializer.UNFETCHED_PROPERTY) {
				now[i] = before[i];
			}
		}
		if (persister.findDirty(now, before, entity, session) != null) {
			this.writes.found(LostWrites.Kind.CHANGED, persister.getEntityName());
		}
	}

	private void compare(PersistenceContext context, PersistentCollection<?> collection, CollectionEntry entry) {
		boolean changed = collection.isDirty() && entry.getLoadedPersister() != null
				&& !entry.getLoadedPersister().isInverse();
		Object owner = (changed) ? collection.getOwner() : null;
		EntityEntry ownerEntry = (owner != null) ? context.getEntry(owner) : null;
		if (ownerEntry != null && !ownerEntry.getStatus().isDeletedOrGone()) {
			this.writes.found(LostWrites.Kind.CHANGED, ownerEntry.getEntityName());
		}
	}

	@Override
	public void suspend() {
		TransactionSynchronizationManager.unbindResourceIfPossible(this.key);
	}

	@Override
	public void resume() {
		TransactionSynchronizationManager.bindResource(this.key, this);
	}

	@Override
	public void afterCompletion(int status) {
		TransactionSynchronizationManager.unbindResourceIfPossible(this.key);
	}

}
