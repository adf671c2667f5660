import { expect, test } from "vitest";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject } from "@/testing/factories";
import { domainsRoutes } from "./domains";

asServed([domainsRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const { project } = await aProject({ account });
    const { session } = await aMember("viewer", account);
    const [domain] = await sql<{ id: number }[]>`select id from domains where project_id = ${project.id}`;
    return {
      session,
      path: (id: number | string) => `/api/dashboard/projects/${project.id}/domains/${id}/doctor`,
      id: domain!.id,
    };
  }

  test("200 the findings; the worst one determines the state", async () => {
    const { session, path, id } = await someone();
    const got = await call(`POST ${path(id)}`, { session });
    expect(got.status).toBe(200);
    expect(got.body.data).toMatchObject({ state: "warning", findings: [{ check: "dns", state: "warning" }] });
  });

  test("404 for another project's domain, and for an invalid ID", async () => {
    const { session, path } = await someone();
    const other = await someone();
    for (const id of [other.id, 999_999_999, "x"]) {
      expect((await call(`POST ${path(id)}`, { session })).status).toBe(404);
    }
  });
});
