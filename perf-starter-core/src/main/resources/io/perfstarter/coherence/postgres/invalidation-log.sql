-- The invalidation log of perf-starter, version 1, for PostgreSQL 13 or later.
-- It may be executed again. 'drop schema perf_starter cascade' removes it.

create schema if not exists perf_starter;

-- The evictions. The id of the transaction says when a row becomes visible.
create table if not exists perf_starter.invalidation (
	xid xid8 not null default pg_current_xact_id(),
	cache text not null,
	scope text not null check (scope in ('keys', 'groups', 'all')),
	ids text[] not null default '{}',
	writer text
);

create index if not exists invalidation_xid on perf_starter.invalidation (xid);

-- The changes in progress outside of the transactions of this database.
create table if not exists perf_starter.pending_change (
	id text primary key,
	writer text not null,
	caches text[] not null,
	renewals bigint not null default 0
);

-- One row: what has been removed from the log, and what will be removed next.
create table if not exists perf_starter.invalidation_state (
	only_row boolean primary key default true check (only_row),
	version integer not null,
	incarnation uuid not null default gen_random_uuid(),
	trimmed xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
	next_trimmed xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
	next_trimmed_at timestamptz not null default clock_timestamp(),
	maintained_at timestamptz not null default '-infinity'
);

insert into perf_starter.invalidation_state (version) values (1) on conflict do nothing;

-- Adds an eviction to the current transaction, and never makes it fail.
create or replace function perf_starter.evict(evicted_cache text, evicted_scope text,
		evicted_ids text[] default '{}', evicted_by text default null)
	returns boolean
	language plpgsql
	security definer
	set search_path = pg_catalog, pg_temp
as $$
begin
	insert into perf_starter.invalidation (cache, scope, ids, writer)
	values (evicted_cache, evicted_scope, evicted_ids, evicted_by);
	return true;
exception
	when others then
		raise warning 'perf-starter could not record an eviction from cache %: %', evicted_cache, sqlerrm;
		return false;
end
$$;
