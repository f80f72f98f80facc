package driver;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.h2.api.Trigger;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.tools.RunScript;
import org.h2.tools.Script;

/** Works on a database in memory from several threads, and on one in files. */
public final class Driver {
    /** Called by the database when rows change. */
    public static final class Audit implements Trigger {
        @Override
        public void fire(Connection connection, Object[] before, Object[] after) throws SQLException {
            try (PreparedStatement insert = connection.prepareStatement("insert into audit(what) values(?)")) {
                insert.setString(1, after == null ? "delete" : "change");
                insert.execute();
            }
        }
    }

    /** Called by the database as a function. */
    public static int twice(int n) {
        return n * 2;
    }

    private static final String[] QUERIES = {
        "select count(*), sum(amount), avg(amount), min(name), max(opened) from account where id > 3",
        "select a.name, b.kind from account a join booking b on a.id = b.account where b.amount between 2 and 30 order by 1, 2 desc limit 3",
        "select kind, count(*) c from booking group by kind having count(*) > 1 order by c desc, kind",
        "select name from account where id in (select account from booking where kind = 'out') union select 'none' order by 1",
        "with recursive t(n) as (select 1 union all select n + 1 from t where n < 9) select sum(n) from t",
        "select upper(substring(name, 2)) || '-' || twice(id), case when id < 3 then 'low' else 'high' end from account order by id limit 2",
        "select row_number() over (partition by kind order by amount), kind from booking order by kind, 1 limit 4",
        "select distinct extract(year from opened), day_of_week(opened), coalesce(null, 'x') from account order by 1, 2 limit 2",
        "select array_agg(id order by id) from account where name like 'n%1%'",
        "select json_object('a': 1, 'b': array[1, 2]), regexp_replace('abc', 'b', 'x'), cast('12.5' as decimal(5, 2)) + 1",
        "select left_side.id from account left_side left outer join booking b on b.account = left_side.id and b.amount > 999 where b.id is null order by 1 limit 2",
        "explain select * from account where id = 4",
    };

    public static void main(String[] arguments) throws Exception {
        try (Connection keep = DriverManager.getConnection("jdbc:h2:mem:bank;DB_CLOSE_DELAY=-1", "sa", "")) {
            fill(keep);
            JdbcConnectionPool connections = JdbcConnectionPool.create("jdbc:h2:mem:bank", "sa", "");
            ExecutorService pool = Executors.newFixedThreadPool(3);
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                int n = i;
                results.add(pool.submit(() -> transactions(connections, n)));
            }
            int done = 0;
            for (Future<Integer> result : results) {
                done += result.get();
            }
            pool.shutdown();
            connections.dispose();
            System.out.println(done + " transactions");
            for (String query : QUERIES) {
                System.out.println(query(keep, query));
            }
            System.out.println(query(keep, "select count(*) > 0 from audit"));
            failures(keep);
            try (Statement statement = keep.createStatement()) {
                statement.execute("shutdown");
            }
        }
        files();
    }

    private static void fill(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table account(id int primary key, name varchar(40) not null, amount decimal(12, 2) default 0, opened date)");
            statement.execute("create table booking(id identity primary key, account int, kind varchar(10), amount int,"
                + " foreign key(account) references account(id) on delete cascade, check (amount >= 0))");
            statement.execute("create table audit(id identity, what varchar)");
            statement.execute("create index by_name on account(name)");
            statement.execute("create unique index by_day on account(opened, id)");
            statement.execute("create view rich as select * from account where amount > 10");
            statement.execute("create sequence numbers start with 5 increment by 2");
            statement.execute("create alias twice for 'driver.Driver.twice'");
            statement.execute("create trigger audited after update, delete on account for each row call 'driver.Driver$Audit'");
        }
        try (PreparedStatement insert = connection.prepareStatement("insert into account values(?, ?, ?, ?)")) {
            for (int i = 0; i < 20; i++) {
                insert.setInt(1, i);
                insert.setString(2, "n" + i);
                insert.setBigDecimal(3, java.math.BigDecimal.valueOf(i * 10));
                insert.setDate(4, java.sql.Date.valueOf("2020-01-" + (10 + i)));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static int transactions(JdbcConnectionPool connections, int n) throws SQLException {
        int done = 0;
        for (int i = 0; i < 10; i++) {
            try (Connection connection = connections.getConnection()) {
                connection.setAutoCommit(false);
                try (PreparedStatement book = connection.prepareStatement("insert into booking(account, kind, amount) values(?, ?, ?)");
                     Statement other = connection.createStatement()) {
                    book.setInt(1, n);
                    book.setString(2, i % 2 == 0 ? "in" : "out");
                    book.setInt(3, i);
                    book.executeUpdate();
                    Savepoint here = connection.setSavepoint();
                    other.executeUpdate("update account set amount = amount + 1 where id = " + n);
                    if (i % 3 == 0) {
                        connection.rollback(here);
                    }
                    connection.commit();
                    done++;
                }
            }
        }
        return done;
    }

    private static String query(Connection connection, String query) throws SQLException {
        StringBuilder rows = new StringBuilder();
        try (Statement statement = connection.createStatement(); ResultSet result = statement.executeQuery(query)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                for (int i = 1; i <= columns; i++) {
                    rows.append(result.getString(i)).append(i < columns ? ", " : "; ");
                }
            }
        }
        return rows.toString().replace('\n', ' ');
    }

    private static void failures(Connection connection) {
        for (String wrong : new String[] {"select from", "select * from nothing", "insert into account values(1, 'twice', 0, null)", "select 1 / 0"}) {
            try {
                query(connection, wrong);
            } catch (SQLException e) {
                System.out.println(e.getErrorCode() + " " + e.getSQLState());
            }
        }
    }

    private static void files() throws Exception {
        String url = "jdbc:h2:./bank;CACHE_SIZE=1024";
        try (Connection connection = DriverManager.getConnection(url, "sa", "")) {
            fill(connection);
            try (Statement statement = connection.createStatement()) {
                statement.execute("merge into account key(id) values(3, 'merged', 1, null), (77, 'new', 2, null)");
                statement.execute("delete from account where id < 3");
                statement.execute("alter table account add column note clob");
                statement.execute("update account set note = repeat('long ', 2000) where id = 4");
                statement.execute("create table copy as select * from account");
            }
        }
        Script.process(url, "sa", "", "dump.sql", "", "");
        RunScript.execute("jdbc:h2:mem:copy", "sa", "", "dump.sql", null, false);
        try (Connection connection = DriverManager.getConnection(url, "sa", "")) {
            System.out.println(query(connection, "select count(*), sum(length(note)) from copy"));
        }
    }
}
