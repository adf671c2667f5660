import { expect, test } from "vitest";
import { projectsRoutes } from "@/app/api/dashboard/projects/projects";
import { asServed, unquoted } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject } from "@/testing/factories";
import { auditRoutes } from "./audit";
import { serverKeysRoutes } from "./server-keys";

asServed([auditRoutes, projectsRoutes, serverKeysRoutes], (call) => {
  async function changed() {
    const account = await anAccount();
    const { project } = await aProject({ account });
    const { session, email } = await aMember("admin", account);
    const path = `/api/dashboard/projects/${project.id}`;
    for (const name of ["Back end", "50 % off", "=cmd()"])
      expect((await call(`POST ${path}/server-keys`, { session, body: { name } })).status).toBe(201);
    const list = async (query: Record<string, string>) => call(`GET ${path}/audit`, { session, query });
    return { account, path, session, email, list };
  }

  const targets = (got: { body: { data: { entries: { target: string }[] } } }) =>
    got.body.data.entries.map(({ target }) => target);

  test("the log can be searched and counted by author and action, in any case, with literal characters", async () => {
    const { list, email } = await changed();
    expect(targets(await list({ search: "BACK" }))).toEqual(["Back end"]);
    expect(targets(await list({ search: "%" }))).toEqual(["50 % off"]);
    const own = await list({ search: email.toUpperCase(), limit: "2" });
    expect(targets(own)).toEqual(["=cmd()", "50 % off"]);
    expect(own.body.data.pagination).toMatchObject({ total: 3, pages: 2 });
  });

  test("a change of settings is recorded with the earlier values", async () => {
    const { list, path, session } = await changed();
    const send = (line: string, body: object) => call(line, { session, body });
    await send(`PATCH ${path}`, { name: "Renamed", link_color: "#112233" });
    await send(`PATCH ${path}`, { link_color: null });
    await send(`PATCH ${path}`, { link_clipboard: true });
    await send(`PATCH ${path}`, { link_clipboard: false });
    await send(`PUT ${path}/limits`, { writes: 3 });
    await send(`PUT ${path}/limits`, { writes: null });
    const { entries } = (await list({ limit: "6" })).body.data;
    const details = entries.map(({ action, detail }: { action: string; detail: object }) => [action, detail]);
    expect(details).toEqual([
      ["limits.change", { writes: null, before: { writes: 3 } }],
      ["limits.change", { writes: 3, before: {} }],
      ["project.change", { link_clipboard: false, before: { link_clipboard: true } }],
      ["project.change", { link_clipboard: true, before: { link_clipboard: false } }],
      ["project.change", { link_color: null, before: { link_color: "#112233" } }],
      [
        "project.change",
        { name: "Renamed", link_color: "#112233", before: { name: expect.any(String), link_color: null } },
      ],
    ]);
  });

  test("an area matches the complete first part of an action", async () => {
    const { list } = await changed();
    // The project already came with one key.
    expect(targets(await list({ area: "server-key" }))).toHaveLength(4);
    expect(targets(await list({ area: "server" }))).toEqual([]);
    expect((await list({ area: "Server Key" })).status).toBe(400);
  });

  test("the file contains the matching entries, and no formula that a spreadsheet would run", async () => {
    const { account, path, session, email } = await changed();
    const some = await call(`GET ${path}/audit/export.csv`, { session, query: { search: "cmd" } });
    expect(unquoted(some.text).trim().split("\r\n")).toEqual([
      "At,Action,On,Who,Project,Details",
      expect.stringContaining(`server-key.create,'=cmd(),${email},`),
    ]);
    const all = await call(`GET /api/dashboard/accounts/${account}/audit/export.csv`, {
      session,
      query: { area: "server-key" },
    });
    expect(all.text.trim().split("\r\n")).toHaveLength(5);
  });
});
