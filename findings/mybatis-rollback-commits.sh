#!/usr/bin/env bash
# A rollback of a MyBatis session commits what a select has written.
#
# Guess:     SqlSession.rollback() rolls back, and so does closing a session without commit.
# Version:   MyBatis 3.5.19, pgjdbc 42.7.11, PostgreSQL 18.4.
# Behaviour: a session without update counts as clean, so its rollback is not sent. Closing it switches auto-commit on, which commits
#            the rows of a @Select("insert … returning").
# Product:   observes as a commit that auto-commit is switched on within a transaction.

. "$(dirname "$0")/support/java.sh"

expect \
  "insert, then rollback: 0 rows" \
  "insert returning, then rollback: 1 row" \
  "insert returning, then an exception: 1 row"

java_with org.mybatis:mybatis:3.5.19 "${postgresql[@]}" << 'EOF'
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;

class Program {

	public interface Accounts {

		@Insert("create table account (id serial)")
		void create();

		@Insert("insert into account default values")
		void insert();

		@Select("insert into account default values returning id")
		int insertReturning();

		@Select("select count(*) from account")
		int count();

		@Delete("delete from account")
		void deleteAll();

	}

	public static void main(String[] args) throws Exception {
		try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
			Configuration configuration = new Configuration(
					new Environment("findings", new JdbcTransactionFactory(), server.getPostgresDatabase()));
			configuration.addMapper(Accounts.class);
			SqlSessionFactory sessions = new SqlSessionFactoryBuilder().build(configuration);
			try (SqlSession session = sessions.openSession(true)) {
				session.getMapper(Accounts.class).create();
			}
			try (SqlSession session = sessions.openSession()) {
				session.getMapper(Accounts.class).insert();
				session.rollback();
			}
			report("insert, then rollback", sessions);
			try (SqlSession session = sessions.openSession()) {
				session.getMapper(Accounts.class).insertReturning();
				session.rollback();
			}
			report("insert returning, then rollback", sessions);
			try (SqlSession session = sessions.openSession()) {
				session.getMapper(Accounts.class).insertReturning();
				throw new IllegalStateException();
			}
			catch (IllegalStateException ex) {
				report("insert returning, then an exception", sessions);
			}
		}
	}

	private static void report(String what, SqlSessionFactory sessions) {
		try (SqlSession session = sessions.openSession(true)) {
			int rows = session.getMapper(Accounts.class).count();
			System.out.println(what + ": " + rows + ((rows == 1) ? " row" : " rows"));
			session.getMapper(Accounts.class).deleteAll();
		}
	}

}
EOF
