/** Ten questions of analysts, in the SQL of each engine. Pure. */

/** How an engine writes what differs between engines. */
export type Dialect = {
  /** The table or view of a dataset. */
  table(dataset: "events" | "installs" | "payments"): string;
  /** The day of a time column in UTC. */
  day(column: string): string;
  /** The number of days between two expressions of `day`. */
  daysBetween(from: string, to: string): string;
  time(at: Date): string;
  plusDays(column: string, days: number): string;
  hoursBetween(from: string, to: string): string;
  median(expression: string): string;
};

type Question = {
  text: string;
  /** Its last column is a number `n`. */
  sql(engine: Dialect, monthAgo: Date): string;
  /** The same figures from the view of the ledger, if it has them. */
  ledger?(monthAgo: Date): string;
};

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

export const questions: Question[] = [
  {
    text: "events per day and name, 90 days",
    sql: ({ table, day }) =>
      `select ${day("occurred_at")} as day, name, count(*) as n from ${table("events")} group by 1, 2`,
    ledger: () =>
      `select day, name, sum(count) as n from cairn.v_ledger where measure = 'event' group by 1, 2 having sum(count) <> 0`,
  },
  {
    text: "installs per campaign and day",
    sql: ({ table, day }) =>
      `select campaign_id, ${day("installed_at")} as day, count(*) as n from ${table("installs")} where not is_test group by 1, 2`,
    ledger: () =>
      `select campaign_id, day, sum(count) as n from cairn.v_ledger where measure = 'installs' group by 1, 2 having sum(count) <> 0`,
  },
  {
    text: "revenue per campaign, 30 days",
    sql: ({ table, time }, monthAgo) =>
      `select i.campaign_id, sum(p.revenue_minor) as n from ${table("payments")} p
      join ${table("installs")} i on i.install_instance_id = p.install_instance_id
      where p.paid_at >= ${time(monthAgo)} group by 1`,
    ledger: (monthAgo) =>
      `select campaign_id, sum(amount_minor) as n from cairn.v_ledger
      where measure = 'payment' and day >= date '${dayOf(monthAgo)}' group by 1 having sum(amount_minor) <> 0`,
  },
  {
    text: "users of an event per day, 30 days",
    sql: ({ table, day, time }, monthAgo) =>
      `select ${day("occurred_at")} as day, count(distinct install_instance_id) as n from ${table("events")}
      where name = 'route_viewed' and occurred_at >= ${time(monthAgo)} group by 1`,
  },
  {
    text: "users who are active 1, 7 and 30 days after the install",
    sql: ({ table, day, daysBetween }) =>
      `select day, age, count(distinct instance) as n from (
        select ${day("i.installed_at")} as day, ${daysBetween(day("i.installed_at"), day("e.occurred_at"))} as age,
          e.install_instance_id as instance
        from ${table("events")} e join ${table("installs")} i on i.install_instance_id = e.install_instance_id
      ) a where age in (1, 7, 30) group by 1, 2`,
  },
  {
    text: "funnel of two events within 7 days, per campaign",
    sql: ({ table, plusDays }) =>
      `with begun as (
        select install_instance_id, min(occurred_at) as began from ${table("events")} where name = 'route_viewed' group by 1
      ),
      ordered as (
        select distinct b.install_instance_id from begun b
        join ${table("events")} e on e.install_instance_id = b.install_instance_id
        where e.name = 'gear_ordered' and e.occurred_at > b.began and e.occurred_at < ${plusDays("b.began", 7)}
      )
      select i.campaign_id, count(*) as n from ordered o
      join ${table("installs")} i on i.install_instance_id = o.install_instance_id group by 1`,
  },
  {
    text: "the 100 most active users",
    sql: ({ table }) =>
      `select install_instance_id, count(*) as n from ${table("events")} group by 1 order by n desc limit 100`,
  },
  {
    text: "median hours to the first payment, per campaign",
    sql: ({ table, hoursBetween, median }) =>
      `select campaign_id, ${median("hours")} as n from (
        select i.campaign_id, ${hoursBetween("i.installed_at", "p.first_at")} as hours
        from ${table("installs")} i join (
          select install_instance_id, min(paid_at) as first_at from ${table("payments")} where revenue_minor > 0 group by 1
        ) p on p.install_instance_id = i.install_instance_id
      ) h group by 1`,
  },
  {
    text: "how many users have how many events",
    sql: ({ table }) =>
      `select events, count(*) as n from (
        select install_instance_id, count(*) as events from ${table("events")} group by 1
      ) u group by 1`,
  },
  {
    text: "all events of one user",
    sql: ({ table }) =>
      `select name, occurred_at, 1 as n from ${table("events")} where user_id = 'ui777' order by occurred_at`,
  },
];

/** One row with the number of rows and the sum of `n`, so that engines compute everything and transfer nothing. */
export const summed = (question: string): string =>
  `select count(*) as found, sum(n) as total from (${question}) as q`;

export const postgres: Dialect = {
  table: (dataset) => `cairn.v_${dataset}`,
  day: (column) => column.replace(/_at$/, "_day"),
  daysBetween: (from, to) => `(${to} - ${from})`,
  time: (at) => `timestamptz '${at.toISOString()}'`,
  plusDays: (column, days) => `${column} + interval '${days} days'`,
  hoursBetween: (from, to) => `extract(epoch from ${to} - ${from}) / 3600`,
  median: (expression) => `percentile_cont(0.5) within group (order by ${expression})`,
};

export const duckdb: Dialect = {
  table: (dataset) => dataset,
  day: (column) => `(epoch_ms(${column}) // 86400000)`,
  daysBetween: (from, to) => `(${to} - ${from})`,
  time: (at) => `to_timestamp(${at.getTime() / 1_000})`,
  plusDays: (column, days) => `${column} + interval ${days * 24} hours`,
  hoursBetween: (from, to) => `(epoch_ms(${to}) - epoch_ms(${from})) / 3600000.0`,
  median: (expression) => `median(${expression})`,
};

export const clickhouse: Dialect = {
  table: (dataset) => `cairn_${dataset}_current`,
  day: (column) => `toDate(${column})`,
  daysBetween: (from, to) => `dateDiff('day', ${from}, ${to})`,
  time: (at) => `toDateTime64('${at.toISOString().slice(0, 19).replace("T", " ")}', 3, 'UTC')`,
  plusDays: (column, days) => `${column} + interval ${days} day`,
  hoursBetween: (from, to) => `dateDiff('millisecond', ${from}, ${to}) / 3600000`,
  median: (expression) => `quantileExactInclusive(0.5)(${expression})`,
};
