import { expect, test } from "vitest";
import * as me from "@/app/api/dashboard/me/route";
import { aMember, aProject } from "@/db/world";
import { throughBothAdapters } from "@/lib/http/testing";

throughBothAdapters([me], (call) => {
  test("401 without a session", async () => {
    expect(await call("GET /api/dashboard/me")).toMatchObject({
      status: 401,
      body: { msg: "Sign in first.", status: 401, data: null },
    });
  });

  test("tells the member, the accounts with the role, and their projects", async () => {
    const member = await aMember("marketer");
    const { project } = await aProject({ account: member.account, name: "Äpfel & Birnen" });
    await aProject();
    const got = await call("GET /api/dashboard/me", { session: member.session });
    expect(got.body.data).toMatchObject({
      member: { id: member.id, email: member.email, name: "Somebody" },
      accounts: [{ id: member.account, role: "marketer" }],
      projects: [
        {
          id: project.id,
          account_id: member.account,
          name: "Äpfel & Birnen",
          role: "marketer",
          suspended: false,
        },
      ],
    });
  });
});
