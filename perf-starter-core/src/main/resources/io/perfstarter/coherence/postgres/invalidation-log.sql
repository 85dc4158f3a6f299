-- The invalidation log of perf-starter, version 2, for PostgreSQL 13 or later.
-- It may be executed again. 'drop schema perf_starter cascade' removes it.

create schema if not exists perf_starter;

-- The evictions. The id of the transaction says when a row becomes visible.
create table if not exists perf_starter.invalidation (
	xid xid8 not null default pg_current_xact_id(),
	cache text not null,
	scope text not null,
	ids text[] not null default '{}',
	writer text
);

-- Version 1 refused doubts.
alter table perf_starter.invalidation drop constraint if exists invalidation_scope_check,
	add constraint invalidation_scope_check check (scope in ('keys', 'groups', 'all', 'doubt'));

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
	maintained_at timestamptz not null default clock_timestamp()
);

insert into perf_starter.invalidation_state (version) values (2) on conflict (only_row) do update set version = 2;

-- Adds an eviction to the current transaction, and never makes it fail or wait for long.
create or replace function perf_starter.evict(evicted_cache text, evicted_scope text,
		evicted_ids text[] default '{}', evicted_by text default null)
	returns boolean
	language plpgsql
	security definer
	set search_path = pg_catalog, pg_temp
	set lock_timeout = '1s'
as $$
begin
	insert into perf_starter.invalidation (cache, scope, ids, writer)
	values (evicted_cache, evicted_scope, evicted_ids, evicted_by);
	return true;
exception
	when others then
		raise warning 'perf-starter could not record an eviction from cache %: %', evicted_cache, sqlerrm;
		if evicted_by is null then
			-- Nobody tries again, but readers take a change in progress that is not renewed for an eviction of all entries.
			begin
				insert into perf_starter.pending_change (id, writer, caches)
				values (gen_random_uuid()::text, 'trigger', array[evicted_cache]);
				return true;
			exception
				when others then
					null;
			end;
		end if;
		return false;
end
$$;

-- Whether the text of a value of a column is that of a key or group, and is made without code of the owner of the
-- table: the function of the triggers runs with the rights of the owner of the log.
create or replace function perf_starter.is_readable(watched oid, column_name text)
	returns boolean
	language sql stable
	set search_path = pg_catalog, pg_temp
as $$
	select exists (select from pg_attribute where attrelid = watched and attname = column_name and attnum > 0
		and not attisdropped and attgenerated <> 'v' and atttypid in ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype,
			'text'::regtype, 'varchar'::regtype, 'uuid'::regtype, 'boolean'::regtype, 'date'::regtype))
$$;

-- Records what a statement makes stale, and never makes it fail: what cannot be recorded in detail becomes
-- all entries. The arguments of a trigger are the cache, the column with its keys, and that with its groups.
-- Without columns, each change makes all entries stale.
create or replace function perf_starter.record_change()
	returns trigger
	language plpgsql
	security definer
	set search_path = pg_catalog, pg_temp
	set datestyle = 'ISO'
	set lock_timeout = '1s'
as $$
declare
	stale_cache constant text := tg_argv[0];
	max_ids constant integer := 1000;
	max_statements constant integer := 100;
	-- One character for each statement of this transaction that is recorded; a rollback takes it back.
	counter constant text := 'perf_starter.n' || replace(hashtextextended(stale_cache, 0)::text, '-', '_');
	statements integer := length(coalesce(current_setting(counter, true), '')) + 1;
	changed constant text := case tg_op
		when 'INSERT' then 'select * from new_rows'
		when 'UPDATE' then 'select * from old_rows union all select * from new_rows'
		else 'select * from old_rows' end;
	-- Without transition tables, their names could be those of views of the user.
	has_rows constant boolean := exists (select from pg_trigger where tgrelid = tg_relid and tgname = tg_name
		and (tg_op not in ('INSERT', 'UPDATE') or tgnewtable = 'new_rows')
		and (tg_op not in ('UPDATE', 'DELETE') or tgoldtable = 'old_rows'));
	stale_ids text[];
	found_ids bigint;
	unlike_keys boolean;
	has_changed boolean := true;
	all_entries boolean;
begin
	-- All entries are recorded already.
	if statements > max_statements then
		return null;
	end if;
	begin
		if not has_rows then
			raise exception 'the trigger % has no transition tables', tg_name;
		end if;
		if tg_op <> 'TRUNCATE' then
			execute format('select exists (%s)', changed) into has_changed;
		end if;
		-- Nobody has read the log for a long time, so that it would only grow.
		if not has_changed or not exists (select from perf_starter.invalidation_state
				where maintained_at > clock_timestamp() - interval '7 days') then
			return null;
		end if;
		all_entries := tg_op = 'TRUNCATE' or statements = max_statements or tg_argv[1] || tg_argv[2] = ''
			or exists (select from unnest(array[tg_argv[1], tg_argv[2]]) wanted
				where wanted <> '' and not perf_starter.is_readable(tg_relid, wanted));
		for i in 1..2 loop
			continue when all_entries or tg_argv[i] = '';
			-- A date that only PostgreSQL writes so, such as infinity, is the text of no key.
			execute format('select array_agg(distinct stale.id), count(*), coalesce(bool_or(stale.unlike_keys), false) from ('
					|| 'select %L || changed.%I::text as id, pg_typeof(changed.%2$I) = ''date''::regtype '
					|| 'and changed.%2$I::text !~ ''^\d{4}-\d\d-\d\d$'' as unlike_keys from (%s) changed limit %s) stale',
					'column:', tg_argv[i], changed, max_ids + 1)
				into stale_ids, found_ids, unlike_keys;
			if i = 1 then
				stale_ids := array_remove(stale_ids, null);
			end if;
			all_entries := found_ids > max_ids or unlike_keys;
			if not all_entries and cardinality(stale_ids) > 0 then
				insert into perf_starter.invalidation (cache, scope, ids)
				values (stale_cache, case i when 1 then 'keys' else 'groups' end, stale_ids);
			end if;
		end loop;
		if all_entries then
			insert into perf_starter.invalidation (cache, scope) values (stale_cache, 'all');
			statements := max_statements;
		end if;
		perform set_config(counter, repeat('x', statements), true);
	exception
		when others then
			if perf_starter.evict(stale_cache, 'all') then
				perform set_config(counter, repeat('x', max_statements), true);
			end if;
	end;
	return null;
end
$$;

-- A table and its partitions, except foreign tables.
create or replace function perf_starter.parts(watched regclass)
	returns setof regclass
	language sql stable
as $$
	select watched
	union
	select tree.relid from pg_partition_tree(watched) tree join pg_class part on part.oid = tree.relid
	where part.relkind in ('r', 'p')
$$;

-- Drops the triggers of a cache on a table and its partitions.
create or replace function perf_starter.unwatch(watched regclass, stale_cache text)
	returns void
	language plpgsql
as $$
declare
	existing record;
	cache_argument constant bytea := convert_to(stale_cache, getdatabaseencoding()) || decode('00', 'hex');
begin
	for existing in
		select tgname as name, tgrelid::regclass as part from pg_trigger
		where tgrelid in (select perf_starter.parts(watched)) and tgfoid = 'perf_starter.record_change()'::regprocedure
			and substring(tgargs from 1 for octet_length(cache_argument)) = cache_argument
	loop
		execute format('drop trigger %I on %s', existing.name, existing.part);
	end loop;
end
$$;

-- Makes all statements that change a table, or one of its partitions, evict from a cache.
create or replace function perf_starter.watch(watched regclass, stale_cache text,
		key_column text default '', group_column text default '')
	returns void
	language plpgsql
as $$
declare
	part regclass;
	event text;
	missing text;
	-- A name has 63 bytes.
	suffix constant text := case when octet_length(stale_cache) <= 40 then stale_cache
		else replace(hashtextextended(stale_cache, 0)::text, '-', '_') end;
begin
	select wanted into missing from unnest(array[key_column, group_column]) wanted
	where wanted <> '' and not exists (
		select from pg_attribute where attrelid = watched and attname = wanted and attnum > 0 and not attisdropped);
	if missing is not null then
		raise exception 'perf-starter: table % has no column %', watched, missing;
	end if;
	select wanted into missing from unnest(array[key_column, group_column]) wanted
	where wanted <> '' and not perf_starter.is_readable(watched, wanted);
	if missing is not null then
		raise exception 'perf-starter: column % of table % is no integer, text, varchar, uuid, boolean or date', missing, watched;
	end if;
	perform perf_starter.unwatch(watched, stale_cache);
	for part in select perf_starter.parts(watched) loop
		foreach event in array array['insert', 'update', 'delete', 'truncate'] loop
			execute format('create trigger %I after %s on %s %s for each statement '
					|| 'execute function perf_starter.record_change(%L, %L, %L)',
				'perf_starter_' || event || '_' || suffix, event, part,
				case event
					when 'insert' then 'referencing new table as new_rows'
					when 'update' then 'referencing old table as old_rows new table as new_rows'
					when 'delete' then 'referencing old table as old_rows'
					else '' end,
				stale_cache, key_column, group_column);
		end loop;
	end loop;
end
$$;

-- Whether a table and all its partitions have the triggers that watch() creates.
create or replace function perf_starter.is_watched(watched regclass, stale_cache text, key_column text, group_column text)
	returns boolean
	language sql stable
as $$
	select bool_and((
		select count(*) = 4 from pg_trigger
		where tgrelid = part and tgfoid = 'perf_starter.record_change()'::regprocedure and tgenabled in ('O', 'A')
			and tgargs = convert_to(stale_cache, getdatabaseencoding()) || decode('00', 'hex')
				|| convert_to(key_column, getdatabaseencoding()) || decode('00', 'hex')
				|| convert_to(group_column, getdatabaseencoding()) || decode('00', 'hex')))
	from perf_starter.parts(watched) part
$$;
