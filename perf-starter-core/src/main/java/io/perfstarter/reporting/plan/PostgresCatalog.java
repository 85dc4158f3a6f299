package io.perfstarter.reporting.plan;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads tables and indexes from the system catalog of PostgreSQL.
 */
final class PostgresCatalog implements PlanReading.Catalog {

	private static final String TABLE = """
			select c.oid, c.reltuples, case n.nspname when 'public' then '' else quote_ident(n.nspname) || '.' end
			    || quote_ident(c.relname)
			from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
			where n.nspname = ? and c.relname = ?""";

	private static final String COLUMNS = """
			select quote_ident(attname), pg_catalog.format_type(atttypid, atttypmod) from pg_catalog.pg_attribute
			where attrelid = ? and attnum > 0 and not attisdropped order by attnum""";

	/**
	 * A negative number of distinct values is a share of the rows; 0 is unknown.
	 */
	private static final String STATISTICS = """
			select quote_ident(attname), null_frac, case when n_distinct > 0 then n_distinct else -n_distinct * ? end
			from pg_catalog.pg_stats where schemaname = ? and tablename = ? and not inherited and n_distinct <> 0""";

	/**
	 * The query for indexes. It returns an expression of an index as a column without a
	 * name, which matches no column of a statement.
	 */
	private static final String INDEXES = """
			select i.indexrelid, quote_ident(c.relname), i.indisvalid and i.indisready, quote_ident(a.attname),
			    (i.indoption[k.at - 1] & 1) = 1
			from pg_catalog.pg_index i
			join pg_catalog.pg_class c on c.oid = i.indexrelid
			join pg_catalog.pg_am m on m.oid = c.relam
			cross join lateral generate_series(1, i.indnkeyatts) as k (at)
			left join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[k.at - 1]
			    and a.attnum > 0
			where i.indrelid = ? and i.indpred is null and m.amname in ('btree', 'hash')
			order by i.indexrelid, k.at""";

	private final Connection connection;

	PostgresCatalog(Connection connection) {
		this.connection = connection;
	}

	@Override
	public Optional<Table> find(String schema, String name) throws SQLException {
		try (PreparedStatement statement = this.connection.prepareStatement(TABLE)) {
			statement.setString(1, schema);
			statement.setString(2, name);
			try (ResultSet row = statement.executeQuery()) {
				if (!row.next()) {
					return Optional.empty();
				}
				long id = row.getLong(1);
				double rows = row.getDouble(2);
				return Optional
					.of(new Table(row.getString(3), rows, columns(id), statistics(schema, name, rows), indexes(id)));
			}
		}
	}

	private Map<String, String> columns(long table) throws SQLException {
		Map<String, String> columns = new LinkedHashMap<>();
		try (PreparedStatement statement = this.connection.prepareStatement(COLUMNS)) {
			statement.setLong(1, table);
			try (ResultSet rows = statement.executeQuery()) {
				while (rows.next()) {
					columns.put(rows.getString(1), rows.getString(2));
				}
			}
		}
		return columns;
	}

	private Map<String, Table.Statistics> statistics(String schema, String name, double rowsOfTable)
			throws SQLException {
		Map<String, Table.Statistics> statistics = new HashMap<>();
		try (PreparedStatement statement = this.connection.prepareStatement(STATISTICS)) {
			statement.setDouble(1, rowsOfTable);
			statement.setString(2, schema);
			statement.setString(3, name);
			try (ResultSet rows = statement.executeQuery()) {
				while (rows.next()) {
					statistics.put(rows.getString(1), new Table.Statistics(rows.getDouble(2), rows.getDouble(3)));
				}
			}
		}
		return statistics;
	}

	private List<Table.Index> indexes(long table) throws SQLException {
		Map<Long, Table.Index> indexes = new LinkedHashMap<>();
		try (PreparedStatement statement = this.connection.prepareStatement(INDEXES)) {
			statement.setLong(1, table);
			try (ResultSet rows = statement.executeQuery()) {
				while (rows.next()) {
					Table.Index index = indexes.get(rows.getLong(1));
					if (index == null) {
						index = new Table.Index(rows.getString(2), rows.getBoolean(3), new ArrayList<>());
						indexes.put(rows.getLong(1), index);
					}
					String column = rows.getString(4);
					index.keys().add(new Table.Key((column != null) ? column : "", rows.getBoolean(5)));
				}
			}
		}
		return List.copyOf(indexes.values());
	}

}
