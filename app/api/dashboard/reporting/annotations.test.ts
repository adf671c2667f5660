import { expect, test } from "vitest";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, aProject } from "@/testing/factories";
import { annotationsRoutes } from "./annotations";

asServed([annotationsRoutes], (call) => {
  async function someone() {
    const app = await aProject();
    const { session } = await aMember("marketer", app.accountId);
    const path = `/api/dashboard/projects/${app.project.id}/annotations`;
    const send = (method: string, rest = "", body?: object) =>
      call(`${method} ${path}${rest}`, { session, ...(body ? { body } : {}) });
    return { app, send };
  }

  test("added, listed by day, changed, removed; each change is in the audit log", async () => {
    const { app, send } = await someone();
    const first = (await send("POST", "", { day: "2026-05-01", text: " Price change " })).body.data
      .annotation;
    expect(first).toMatchObject({ day: "2026-05-01", text: "Price change" });
    await send("POST", "", { day: "2026-05-03", text: "TV spot" });
    const texts = async () =>
      (await send("GET")).body.data.annotations.map(
        ({ day, text }: Record<string, string>) => `${day} ${text}`,
      );
    expect(await texts()).toEqual(["2026-05-03 TV spot", "2026-05-01 Price change"]);
    const changed = await send("PUT", `/${first.id}`, { day: "2026-05-04", text: "New price" });
    expect(changed.body.data.annotation).toEqual({ ...first, day: "2026-05-04", text: "New price" });
    expect(await texts()).toEqual(["2026-05-04 New price", "2026-05-03 TV spot"]);
    expect((await send("DELETE", `/${first.id}`)).status).toBe(200);
    expect(await texts()).toEqual(["2026-05-03 TV spot"]);
    const logged = await sql`
      select action from audit_log where project_id = ${app.project.id} and action like 'annotation.%' order by id`;
    expect(logged.map(({ action }) => action)).toEqual([
      "annotation.add",
      "annotation.add",
      "annotation.edit",
      "annotation.remove",
    ]);
  });

  test("another project's annotations are as unknown as ones that do not exist", async () => {
    const own = await someone();
    const { id } = (await own.send("POST", "", { day: "2026-05-01", text: "x" })).body.data.annotation;
    const foreign = await someone();
    expect((await foreign.send("PUT", `/${id}`, { day: "2026-05-01", text: "y" })).status).toBe(404);
    expect((await foreign.send("DELETE", `/${id}`)).status).toBe(404);
    expect((await own.send("GET")).body.data.annotations).toHaveLength(1);
  });

  test.each([
    [{ day: "2026-02-30", text: "x" }, { day: "The day must be a date of the form YYYY-MM-DD." }],
    [{ text: "x" }, { day: "The day must be a date of the form YYYY-MM-DD." }],
    [{ day: "2026-05-01", text: "x".repeat(201) }, { text: expect.stringContaining("200") }],
    [{ day: "2026-05-01", text: " " }, { text: expect.any(String) }],
  ])("400 for %j, at its field", async (body, errors) => {
    const { send } = await someone();
    const got = await send("POST", "", body);
    expect([got.status, got.body.errors]).toEqual([400, errors]);
  });
});
