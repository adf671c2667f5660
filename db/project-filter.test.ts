import { expect, test } from "vitest";
import { tablesWithoutProjectFilter } from "@/db/project-filter";

test.each([
  ["a condition", "select 1 from installs where project_id = $1 and id = $2"],
  ["an alias", "select 1 from installs as s where $1::bigint = s.project_id"],
  [
    "each table of a join",
    "select 1 from users u left join installs s on s.project_id = $1 and s.id = u.id where u.project_id = $1",
  ],
  [
    "tables joined in brackets",
    "select 1 from (users u join installs s on s.project_id = $1) where u.project_id = $1",
  ],
  [
    "a case beside it",
    "select 1 from clicks c where c.project_id = $1 and case when a or b then true else false end",
  ],
  [
    "texts that look like comments and brackets",
    "select ')' || '--(' || '/*' as \"--)\" from clicks where project_id = $1 and a = '*/'",
  ],
  ["rows of the statement itself", "with x as (select 1 from clicks where project_id = $1) select 1 from x"],
  ["values", "insert into events (id, project_id) values ($1, $2), ($3, $2)"],
  [
    "selected values",
    "insert into events (project_id, id) select distinct $1::bigint, x.id from x union select $1, $2",
  ],
  [
    "a row that is met",
    "insert into users as u (project_id, id) values ($1, $2) on conflict (project_id, id) do update set a = 1 where u.a = 2",
  ],
  [
    "a change by other rows",
    "update installs s set x = 1 from who w where s.project_id = $1 and s.id = w.id",
  ],
  [
    "a deletion by other rows",
    "delete from installs s using who w where (s.id = w.id and s.project_id = $1)",
  ],
  [
    "names like keywords",
    "select c.from, min(a) as from, left(b, 2), a is distinct from b from clicks c where c.project_id = $1",
  ],
  ["a table without projects", "select 1 from projects where id = $1"],
])("a statement that names its project passes: %s", (_, statement) => {
  expect(tablesWithoutProjectFilter(statement)).toEqual([]);
});

test.each([
  ["nothing", "select 1 from installs where id = $1", ["installs"]],
  [
    "a join to a row of the project",
    "select 1 from users u join installs s on s.project_id = u.project_id where u.project_id = $1",
    ["installs"],
  ],
  ["a look-up", "select 1 from users where project_id in (select id from x)", ["users"]],
  ["several", "select 1 from users where project_id = any($1)", ["users"]],
  ["one of two cases", "select 1 from users where project_id = $1 or id = $2", ["users"]],
  ["a part of one of two cases", "select 1 from users where id = $2 or a and project_id = $1", ["users"]],
  ["the other way round", "select 1 from users where not (project_id = $1)", ["users"]],
  [
    "the condition of an outer join alone",
    "select 1 from users u left join installs s on u.project_id = $1 and s.project_id = $1",
    ["users"],
  ],
  [
    "another part alone",
    "with x as (select 1 from clicks) select 1 from clicks c, x where c.project_id = $1",
    ["clicks"],
  ],
  [
    "another select of a union alone",
    "select 1 from clicks where project_id = $1 union all select 1 from clicks",
    ["clicks"],
  ],
  [
    "what is around a lateral join",
    "select 1 from users u cross join lateral (select 1 from installs s where s.project_id = u.project_id) x where u.project_id = $1",
    ["installs"],
  ],
  [
    "what is around an exists",
    "delete from clicks where project_id = $1 and exists (select from users u where u.id = $2)",
    ["users"],
  ],
  [
    "what is around a condition on a row that is met",
    "insert into users as u (project_id) values ($1) on conflict (project_id) do update set a = 1 where exists (select from clicks c where c.project_id = u.project_id)",
    ["clicks"],
  ],
  [
    "a value of another row",
    "insert into events (project_id, id) select x.project_id, x.id from x",
    ["events"],
  ],
  ["one of two rows", "insert into events (id, project_id) values ($1, $2), ($3, default)", ["events"]],
  ["no column", "insert into events (id) values ($1)", ["events"]],
  ["a remark further down", "select 1 from clicks /* all projects */", ["clicks"]],
])("a statement without the filter is reported, table by table: %s", (_, statement, tables) => {
  expect(tablesWithoutProjectFilter(statement)).toEqual(tables);
});

test("a statement of several projects is marked, and joins the rows of its batch in every part", () => {
  const several = (statement: string) => tablesWithoutProjectFilter(`/* several projects */ ${statement}`);
  expect(several("select 1 from x join installs s on s.project_id = x.project_id")).toEqual([]);
  expect(several("select 1 from users where project_id = any($1)")).toEqual([]);
  expect(several("select 1 from users u where (u.project_id, u.id) in (select 1)")).toEqual([]);
  expect(several("insert into events (project_id, id) select x.project_id, x.id from x")).toEqual([]);
  expect(several("select 1 from x join installs s on s.id = x.id")).toEqual(["installs"]);
  expect(several("with a as (select 1 from users) select 1 from users u where u.project_id = $1")).toEqual([
    "users",
  ]);
  expect(several("insert into events (id) select x.id from x")).toEqual(["events"]);
});

test("a search for work is marked as covering all projects", () => {
  expect(tablesWithoutProjectFilter("/* all projects */ select distinct project_id from undecided")).toEqual(
    [],
  );
});

test("next to data the project's own row and the audit log are filtered, too; alone they need not be", () => {
  const zone = "select 1 from clicks c join projects home on home.id = $1 where c.project_id = $1";
  expect(tablesWithoutProjectFilter(zone)).toEqual([]);
  expect(tablesWithoutProjectFilter(zone.replace("home.id = $1", "home.id = c.project_id"))).toEqual([
    "projects",
  ]);
  const logged = (project: string) =>
    `with gone as (delete from clicks where project_id = $1 returning id) insert into audit_log (project_id, target) select ${project}, id from gone`;
  expect(tablesWithoutProjectFilter(logged("$1::bigint"))).toEqual([]);
  expect(tablesWithoutProjectFilter(logged("project_id"))).toEqual(["audit_log"]);
  expect(
    tablesWithoutProjectFilter("select 1 from projects p join audit_log l on l.project_id = p.id"),
  ).toEqual([]);
});
