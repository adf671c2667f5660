import { expect, test, vi } from "vitest";
import { dashboardRoutes } from "@/app/api/dashboard/routes";
import { endpoints } from "@/app/api/endpoints";
import { log } from "@/lib/base/log";
import { throughBothAdapters } from "@/lib/platform/http/testing";
import { aCampaign, aMember, anAccount, aProject, withoutLimits } from "@/testing/factories";

const serverPaths = [
  ["/api/v1/reporting/campaigns", "search"],
  ["/api/v1/reporting/cohorts", "search"],
  ["/api/v1/get-attribution-result", "user_id"],
  ["/api/v1/attributed-users", "display_id"],
  ["/api/v1/campaigns", "channel"],
] as const;

const lists = [
  ["/campaigns", "search"],
  ["/installs", "search"],
  ["/installs", "brand"],
  ["/clicks", "search"],
  ["/sign-ups", "user"],
  ["/events", "name"],
  ["/payments", "user"],
  ["/rejections", "search"],
  ["/rejections", "endpoint"],
  ["/deliveries", "search"],
  ["/report", "search"],
  ["/spend", "search"],
] as const;

throughBothAdapters([...endpoints.map((endpoint) => ({ GET: { endpoint } })), dashboardRoutes], (call) => {
  test("a NUL in a query finds nothing, and logs no error", async () => {
    const account = await anAccount();
    const app = await aProject({ account });
    await withoutLimits(app);
    await aCampaign(app);
    const { session } = await aMember("admin", account);
    const error = vi.spyOn(log(), "error");
    for (const [path, name] of serverPaths) {
      const { status, text } = await call(`GET ${path}`, {
        key: app.serverKey,
        query: { [name]: "a\u0000" },
      });
      expect([200, 204, 400, 404], `${path} ${text}`).toContain(status);
      expect(text).not.toContain("can't be stored");
    }
    for (const [path, name] of lists) {
      const { status, text } = await call(`GET /api/dashboard/projects/${app.project.id}${path}`, {
        session,
        query: { [name]: "a\u0000" },
      });
      expect(status, `${path} ${text}`).toBe(200);
    }
    const audit = `GET /api/dashboard/accounts/${account}/audit`;
    expect((await call(audit, { session, query: { search: "\u0000" } })).status).toBe(200);
    expect(error.mock.calls).toEqual([]);
  });
});
