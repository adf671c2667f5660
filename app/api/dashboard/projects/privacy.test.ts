import { expect, test } from "vitest";
import { signUpsRoutes } from "@/app/api/dashboard/facts/sign-ups";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aMember, anAccount, anAttributedUser, aProject } from "@/testing/factories";
import { privacyRoutes } from "./privacy";

asServed([privacyRoutes, signUpsRoutes], (call) => {
  async function aPerson() {
    const account = await anAccount();
    const app = await aProject({ account });
    const { session, email } = await aMember("admin", account);
    const user = await anAttributedUser(app, (await aCampaign(app)).id, { email: "ada@example.com" });
    const post = (verb: string, body: object) =>
      call(`POST /api/dashboard/projects/${app.project.id}/privacy/${verb}`, { session, body });
    const log = () => sql`
      select action, actor, target from audit_log where project_id = ${app.project.id} and action like 'person.%'
      order by id`;
    return { user, post, log, email, project: app.project.id, session };
  }

  test("a person is exported by user ID or install, and unknown once erased", async () => {
    const { user, post } = await aPerson();
    for (const named of [{ user: user.userId }, { install: user.instance }]) {
      const found = await post("export", named);
      expect(found.body.data.user).toMatchObject([{ email: "ada@example.com" }]);
    }
    const done = await post("erase", { user: user.userId, confirm: "erase" });
    expect(done.body.data).toMatchObject({ installs: 1 });
    expect((await post("export", { user: user.userId })).status).toBe(404);
  });

  test("the audit log records who exported a person's data or a list of people; after an erasure, no longer whose", async () => {
    const { user, post, log, email, project, session } = await aPerson();
    await post("export", { user: user.userId });
    await post("export", { user: "nobody at all" });
    await call(`GET /api/dashboard/projects/${project}/sign-ups/export.csv`, { session });
    expect(await log()).toEqual([
      { action: "person.export", actor: email, target: user.userId },
      { action: "person.export-list", actor: email, target: "Sign-ups" },
    ]);
    await post("erase", { user: user.userId, confirm: "erase" });
    const erased = expect.stringMatching(/^erased-/);
    expect(await log()).toEqual([
      { action: "person.export", actor: email, target: erased },
      { action: "person.export-list", actor: email, target: "Sign-ups" },
      { action: "person.erase", actor: email, target: erased },
    ]);
  });

  test("an erasure requires its confirmation", async () => {
    const { user, post } = await aPerson();
    expect((await post("erase", { user: user.userId, confirm: "yes" })).status).toBe(400);
    expect((await post("export", { user: user.userId })).status).toBe(200);
  });

  test("400 without a person, or with two", async () => {
    const { post } = await aPerson();
    expect((await post("export", {})).status).toBe(400);
    expect((await post("export", { user: "a", install: "b" })).status).toBe(400);
    expect((await post("erase", { confirm: "erase" })).status).toBe(400);
  });
});
