import { expect, test } from "vitest";
import * as erase from "@/app/api/dashboard/projects/[project]/privacy/erase/route";
import * as exported from "@/app/api/dashboard/projects/[project]/privacy/export/route";
import { aCampaign, aMember, anAccount, anAttributedUser, aProject } from "@/db/world";
import { throughBothAdapters } from "@/lib/http/testing";

throughBothAdapters([erase, exported], (call) => {
  async function somebody() {
    const account = await anAccount();
    const app = await aProject({ account });
    const { session } = await aMember("admin", account);
    const user = await anAttributedUser(app, (await aCampaign(app)).id, { email: "ada@example.com" });
    const post = (verb: string, body: object) =>
      call(`POST /api/dashboard/projects/${app.project.id}/privacy/${verb}`, { session, body });
    return { user, post };
  }

  test("somebody is exported by user id or install, and is unknown once erased", async () => {
    const { user, post } = await somebody();
    for (const named of [{ user: user.userId }, { install: user.instance }]) {
      const found = await post("export", named);
      expect(found.body.data.user).toMatchObject([{ email: "ada@example.com" }]);
    }
    const done = await post("erase", { user: user.userId, confirm: "erase" });
    expect(done.body.data).toMatchObject({ installs: 1 });
    expect((await post("export", { user: user.userId })).status).toBe(404);
  });

  test("nobody is erased without the word that confirms it", async () => {
    const { user, post } = await somebody();
    expect((await post("erase", { user: user.userId, confirm: "yes" })).status).toBe(400);
    expect((await post("export", { user: user.userId })).status).toBe(200);
  });

  test("400 when nobody is named, or somebody in two ways", async () => {
    const { post } = await somebody();
    expect((await post("export", {})).status).toBe(400);
    expect((await post("export", { user: "a", install: "b" })).status).toBe(400);
    expect((await post("erase", { confirm: "erase" })).status).toBe(400);
  });
});
