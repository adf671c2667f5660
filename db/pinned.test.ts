import { expect, test } from "vitest";
import { unpinnedTables } from "@/db/pinned";

test("a statement that names its project passes", () => {
  expect(unpinnedTables("select 1 from installs where project_id = $1")).toEqual([]);
  expect(
    unpinnedTables(
      "select 1 from users u join installs s on s.project_id = u.project_id where u.project_id = $1",
    ),
  ).toEqual([]);
  expect(unpinnedTables("insert into events (project_id, id) select project_id, id from input")).toEqual([]);
  expect(unpinnedTables("update installs s set x = 1 from who w where s.project_id = w.project_id")).toEqual(
    [],
  );
  expect(unpinnedTables("select 1 from projects where id = $1")).toEqual([]);
});

test("a statement that forgets it is told, table by table", () => {
  expect(unpinnedTables("select 1 from installs where id = $1")).toEqual(["installs"]);
  expect(
    unpinnedTables("select 1 from users u join installs s on s.id = u.id where u.project_id = $1"),
  ).toEqual(["installs"]);
  expect(unpinnedTables("insert into events (id) values ($1)")).toEqual(["events"]);
  expect(unpinnedTables("delete from payments where payment_id = $1")).toEqual(["payments"]);
});
