import { expect, test } from "vitest";
import { statementSummary } from "@/db/client/statement-summary";

const of = (strings: TemplateStringsArray, ..._values: unknown[]) => statementSummary(strings);

test("a statement is named after its verb and table", () => {
  expect(of`select 1`).toBe("SELECT");
  expect(of`
    select id from campaigns c where c.project_id = ${1}`).toBe("SELECT campaigns");
  expect(of`insert into events (id) select * from json_to_recordset(${""})`).toBe("INSERT events");
  expect(of`update only installs as i set state = ${""} from x`).toBe("UPDATE installs");
  expect(of`delete from drizzle.sessions where id = ${1}`).toBe("DELETE sessions");
  expect(of`/* all projects */ select count(*) from clicks`).toBe("SELECT clicks");
  expect(of`select i.id from undecided w join installs i on true for update of i`).toBe("SELECT undecided");
  expect(of`begin`).toBe("BEGIN");
  expect(of`set local statement_timeout = 0`).toBe("SET");
});

test("a statement of several parts is named after what it changes, and one without such a part after what it reads", () => {
  expect(
    of`with given as (select * from unnest(${[]}) u), stored as (insert into payments (id) select id from given returning id) select * from stored`,
  ).toBe("INSERT payments");
  expect(
    of`with own as materialized (select s.x from installs s), b as (select 1 from own) select * from own join users on true`,
  ).toBe("SELECT installs");
  expect(of`with n as (select 1 from generate_series(1, 3)) select * from n`).toBe("SELECT");
});
