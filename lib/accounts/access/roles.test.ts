import { beforeAll, describe, expect, test } from "vitest";
import { dashboardRoutes } from "@/app/api/dashboard/routes";
import type { Project } from "@/lib/accounts/access/project";
import { mayGrant, projectRoles, type Role, roles } from "@/lib/accounts/access/roles";
import type { AccountId, MemberId } from "@/lib/base/ids";
import { endpointsOf } from "@/lib/platform/http/mount";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject, aProjectMember } from "@/testing/factories";

/**
 * A manual copy of the permissions: the lowest role for each method of each route with a session, or another
 * requirement. A new route needs a new line.
 */
const A = "/api/dashboard/accounts/:account";
const P = "/api/dashboard/projects/:project";
const matrix: Record<string, Role | "anyone" | "signed in"> = {
  "GET /api/dashboard/me": "signed in",
  "GET /api/dashboard/me/projects": "signed in",
  "PATCH /api/dashboard/me": "signed in",
  "PUT /api/dashboard/me/formats": "signed in",
  "POST /api/dashboard/me/password": "signed in",
  "POST /api/dashboard/me/sign-out-everywhere": "signed in",
  "GET /api/dashboard/me/sessions": "signed in",
  "DELETE /api/dashboard/me/sessions": "signed in",
  "DELETE /api/dashboard/me/sessions/:session": "signed in",
  "GET /api/dashboard/setup": "anyone",
  "POST /api/dashboard/setup": "anyone",
  "GET /api/dashboard/invitations/:token": "anyone",
  "POST /api/dashboard/invitations/:token": "anyone",

  [`GET ${A}/invitations`]: "viewer",
  [`POST ${A}/invitations`]: "admin",
  [`DELETE ${A}/invitations/:id`]: "admin",
  [`GET ${A}/members`]: "viewer",
  [`PATCH ${A}/members/:member`]: "admin",
  // Every member may leave; this line is about removing another member.
  [`DELETE ${A}/members/:member`]: "admin",
  [`GET ${A}/audit`]: "admin",
  [`GET ${A}/audit/export.csv`]: "admin",
  [`POST ${A}/projects`]: "admin",
  [`POST ${A}/sample-project`]: "admin",
  [`GET ${A}/deleted-projects`]: "owner",
  [`POST ${A}/deleted-projects/:id/restore`]: "owner",

  [`GET ${P}`]: "viewer",
  [`PATCH ${P}`]: "admin",
  [`POST ${P}/token/rotate`]: "admin",
  [`GET ${P}/server-keys`]: "viewer",
  [`POST ${P}/server-keys`]: "admin",
  [`POST ${P}/server-keys/:id/rotate`]: "admin",
  [`DELETE ${P}/server-keys/:id`]: "admin",
  [`GET ${P}/signing`]: "viewer",
  [`PUT ${P}/signing`]: "admin",
  [`POST ${P}/signing/keys`]: "admin",
  [`POST ${P}/signing/keys/:id/rotate`]: "admin",
  [`DELETE ${P}/signing/keys/:id`]: "admin",
  [`GET ${P}/domains`]: "viewer",
  [`POST ${P}/domains`]: "admin",
  [`POST ${P}/domains/:id/primary`]: "admin",
  [`POST ${P}/domains/:id/check`]: "admin",
  [`DELETE ${P}/domains/:id`]: "admin",
  [`GET ${P}/store-listings`]: "viewer",
  [`POST ${P}/store-listings`]: "marketer",
  [`PATCH ${P}/store-listings/:id`]: "marketer",
  [`POST ${P}/store-listings/:id/read`]: "marketer",
  [`DELETE ${P}/store-listings/:id`]: "marketer",
  [`GET ${P}/affiliates`]: "viewer",
  [`POST ${P}/affiliates`]: "marketer",
  [`DELETE ${P}/affiliates/:id`]: "marketer",
  [`GET ${P}/network-accounts`]: "viewer",
  [`POST ${P}/network-accounts`]: "admin",
  [`PATCH ${P}/network-accounts/:id`]: "admin",
  [`DELETE ${P}/network-accounts/:id`]: "admin",
  [`GET ${P}/ad-networks`]: "viewer",
  [`POST ${P}/ad-networks`]: "marketer",
  [`PATCH ${P}/ad-networks/:code`]: "marketer",
  [`DELETE ${P}/ad-networks/:code`]: "marketer",
  [`GET ${P}/networks/meta-key`]: "viewer",
  [`PUT ${P}/networks/meta-key`]: "admin",
  [`DELETE ${P}/networks/meta-key`]: "admin",
  [`GET ${P}/campaign-templates`]: "viewer",
  [`POST ${P}/campaign-templates`]: "marketer",
  [`PATCH ${P}/campaign-templates/:id`]: "marketer",
  [`DELETE ${P}/campaign-templates/:id`]: "marketer",
  [`GET ${P}/campaigns`]: "viewer",
  [`POST ${P}/campaigns`]: "marketer",
  [`GET ${P}/campaigns/export.csv`]: "viewer",
  [`GET ${P}/campaigns/display-id`]: "viewer",
  [`GET ${P}/report/groups`]: "viewer",
  [`GET ${P}/features`]: "viewer",
  [`GET ${P}/cohorts`]: "viewer",
  [`GET ${P}/cohorts/export.csv`]: "viewer",
  [`GET ${P}/incrementality`]: "viewer",
  [`POST ${P}/incrementality`]: "marketer",
  [`GET ${P}/incrementality/plan`]: "viewer",
  [`GET ${P}/incrementality/:id`]: "viewer",
  [`PUT ${P}/incrementality/:id`]: "marketer",
  [`DELETE ${P}/incrementality/:id`]: "marketer",
  [`GET ${P}/incrementality/:id/result`]: "viewer",
  [`GET ${P}/mix-model`]: "viewer",
  [`GET ${P}/mix-model/export.csv`]: "viewer",
  [`GET ${P}/report/lines`]: "viewer",
  [`GET ${P}/report/changes`]: "viewer",
  [`GET ${P}/report/groups/export.csv`]: "viewer",
  [`GET ${P}/campaigns/activity`]: "viewer",
  [`GET ${P}/campaigns/summary`]: "viewer",
  [`GET ${P}/budgets`]: "viewer",
  [`GET ${P}/report/assists/sql`]: "viewer",
  [`GET ${P}/apple-postbacks/figures/sql`]: "viewer",
  [`GET ${P}/apple-postbacks/estimate/sql`]: "viewer",
  [`PUT ${P}/budgets`]: "marketer",
  [`DELETE ${P}/budgets/:id`]: "marketer",
  [`PUT ${P}/ad-networks/:code/windows`]: "admin",
  [`GET ${P}/ad-networks/:code/server-clicks`]: "admin",
  [`PUT ${P}/ad-networks/:code/server-clicks`]: "admin",
  [`POST ${P}/ad-networks/:code/server-clicks/rotate`]: "admin",
  [`GET ${P}/blocks`]: "viewer",
  [`POST ${P}/blocks`]: "marketer",
  [`POST ${P}/blocks/sheet`]: "marketer",
  [`POST ${P}/blocks/sheet/preview`]: "marketer",
  [`POST ${P}/blocks/:id/end`]: "marketer",
  [`DELETE ${P}/blocks/:id`]: "marketer",
  [`GET ${P}/queries`]: "marketer",
  [`POST ${P}/queries`]: "marketer",
  [`PUT ${P}/queries/:id`]: "marketer",
  [`DELETE ${P}/queries/:id`]: "marketer",
  [`GET ${P}/queries/views`]: "marketer",
  [`POST ${P}/queries/run`]: "marketer",
  [`POST ${P}/queries/cancel`]: "marketer",
  [`GET ${P}/annotations`]: "viewer",
  [`POST ${P}/annotations`]: "marketer",
  [`PUT ${P}/annotations/:id`]: "marketer",
  [`DELETE ${P}/annotations/:id`]: "marketer",
  [`GET ${P}/report-schedules`]: "viewer",
  [`POST ${P}/report-schedules`]: "marketer",
  [`PUT ${P}/report-schedules/:id`]: "marketer",
  [`DELETE ${P}/report-schedules/:id`]: "marketer",
  [`POST ${P}/report-schedules/:id/send`]: "marketer",
  [`DELETE ${P}/report-schedules/:id/email`]: "viewer",
  [`GET ${P}/alerts`]: "viewer",
  [`POST ${P}/alerts`]: "marketer",
  [`GET ${P}/alerts/firing`]: "viewer",
  [`POST ${P}/alerts/backtest`]: "viewer",
  [`GET ${P}/alerts/:id`]: "viewer",
  [`PUT ${P}/alerts/:id`]: "marketer",
  [`DELETE ${P}/alerts/:id`]: "marketer",
  [`GET ${P}/alerts/team`]: "marketer",
  [`DELETE ${P}/alerts/:id/email`]: "viewer",
  [`PUT ${P}/alerts/:id/on`]: "marketer",
  [`PUT ${P}/alerts/:id/mute`]: "marketer",
  [`GET ${P}/campaigns/tags`]: "viewer",
  [`POST ${P}/campaigns/sheet`]: "marketer",
  [`POST ${P}/campaigns/sheet/preview`]: "marketer",
  [`POST ${P}/campaigns/preview`]: "viewer",
  [`POST ${P}/campaigns/bulk`]: "marketer",
  [`GET ${P}/campaigns/:campaign`]: "viewer",
  [`PATCH ${P}/campaigns/:campaign`]: "marketer",
  [`DELETE ${P}/campaigns/:campaign`]: "marketer",
  [`PUT ${P}/campaigns/:campaign/default`]: "marketer",
  [`DELETE ${P}/campaigns/:campaign/default`]: "marketer",
  [`GET ${P}/campaigns/card-image`]: "viewer",
  [`GET ${P}/campaigns/:campaign/qr.svg`]: "viewer",
  [`GET ${P}/campaigns/:campaign/qr.png`]: "viewer",
  [`GET ${P}/campaigns/:campaign/attributed-users`]: "viewer",
  [`GET ${P}/campaigns/:campaign/attributed-users/export.csv`]: "admin",
  [`GET ${P}/installs`]: "viewer",
  [`GET ${P}/installs/totals`]: "viewer",
  [`GET ${P}/installs/export.csv`]: "viewer",
  [`GET ${P}/installs/explain`]: "viewer",
  [`GET ${P}/installs/:install`]: "viewer",
  [`PUT ${P}/installs/:install/test`]: "admin",
  [`POST ${P}/installs/:install/forget`]: "admin",
  [`POST ${P}/installs/:install/retry`]: "admin",
  [`GET ${P}/destinations`]: "marketer",
  [`POST ${P}/destinations`]: "admin",
  [`GET ${P}/destinations/kinds`]: "marketer",
  [`GET ${P}/destinations/preview`]: "marketer",
  [`POST ${P}/destinations/preview-simulated`]: "marketer",
  [`GET ${P}/destinations/:id`]: "marketer",
  [`PUT ${P}/destinations/:id`]: "admin",
  [`DELETE ${P}/destinations/:id`]: "admin",
  [`POST ${P}/destinations/:id/pause`]: "admin",
  [`DELETE ${P}/destinations/:id/pause`]: "admin",
  [`POST ${P}/destinations/:id/secret`]: "admin",
  [`POST ${P}/destinations/:id/test`]: "admin",
  [`GET ${P}/destinations/:id/report`]: "marketer",
  [`GET ${P}/deliveries`]: "marketer",
  [`GET ${P}/deliveries/totals`]: "marketer",
  [`GET ${P}/deliveries/export.csv`]: "marketer",
  [`POST ${P}/deliveries/replay`]: "admin",
  [`GET ${P}/deliveries/:delivery`]: "marketer",
  [`GET ${P}/debug`]: "admin",
  [`POST ${P}/debug`]: "admin",
  [`GET ${P}/debug/:watch`]: "admin",
  [`DELETE ${P}/debug/:watch`]: "admin",
  [`GET ${P}/debug/:watch/qr.svg`]: "admin",
  [`GET ${P}/test-devices`]: "admin",
  [`POST ${P}/test-devices`]: "admin",
  [`DELETE ${P}/test-devices/:device`]: "admin",
  [`GET ${P}/rules`]: "viewer",
  [`PUT ${P}/rules`]: "admin",
  [`POST ${P}/rules/simulate`]: "viewer",
  [`GET ${P}/rules/sources`]: "viewer",
  [`GET ${P}/rules/evidence/export.csv`]: "viewer",
  [`GET ${P}/rules/replays`]: "viewer",
  [`POST ${P}/rules/replays`]: "marketer",
  [`GET ${P}/rules/replays/:id`]: "viewer",
  [`DELETE ${P}/rules/replays/:id`]: "marketer",
  [`POST ${P}/rules/replays/:id/apply`]: "admin",
  [`GET ${P}/discrepancies`]: "viewer",
  [`GET ${P}/discrepancies/export.csv`]: "viewer",
  [`GET ${P}/discrepancies/versions`]: "viewer",
  [`GET ${P}/discrepancies/installs`]: "viewer",
  [`GET ${P}/discrepancies/installs/totals`]: "viewer",
  [`GET ${P}/discrepancies/installs/export.csv`]: "viewer",
  [`GET ${P}/web-to-app`]: "viewer",
  [`GET ${P}/web-visitors`]: "viewer",
  [`GET ${P}/web-visitors/totals`]: "viewer",
  [`GET ${P}/web-visitors/export.csv`]: "viewer",
  [`GET ${P}/site`]: "viewer",
  [`PUT ${P}/site`]: "admin",
  [`POST ${P}/site/token/rotate`]: "admin",
  [`GET ${P}/consent`]: "viewer",
  [`PUT ${P}/consent`]: "admin",
  [`GET ${P}/conversions`]: "viewer",
  [`PUT ${P}/conversions`]: "admin",
  [`POST ${P}/conversions/preview`]: "viewer",
  [`GET ${P}/apple-postbacks`]: "viewer",
  [`GET ${P}/apple-postbacks/totals`]: "viewer",
  [`GET ${P}/apple-postbacks/export.csv`]: "viewer",
  [`GET ${P}/apple-postbacks/figures`]: "viewer",
  [`GET ${P}/apple-postbacks/estimate`]: "viewer",
  [`GET ${P}/apple-postbacks/setup`]: "viewer",
  [`PUT ${P}/apple-postbacks/setup`]: "admin",
  [`POST ${P}/apple-postbacks/check`]: "admin",
  [`POST ${P}/apple-postbacks/import`]: "admin",
  [`GET ${P}/apple-postbacks/:postback`]: "viewer",
  [`POST ${P}/apple-postbacks/:postback/verify`]: "admin",
  [`GET ${P}/overview`]: "viewer",
  [`GET ${P}/campaigns/:campaign/figures`]: "viewer",
  [`GET ${P}/campaigns/:campaign/cohorts`]: "viewer",
  [`GET ${P}/campaigns/:campaign/days`]: "viewer",
  [`GET ${P}/overview/attention`]: "viewer",
  [`GET ${P}/overview/movers`]: "viewer",
  [`GET ${P}/overview/sql`]: "viewer",
  [`GET ${P}/report/sql`]: "viewer",
  [`GET ${P}/cohorts/sql`]: "viewer",
  [`GET ${P}/report/assists`]: "viewer",
  [`GET ${P}/report/ios`]: "viewer",
  [`GET ${P}/report/views`]: "viewer",
  [`POST ${P}/report/views`]: "viewer",
  [`DELETE ${P}/report/views/:id`]: "viewer",
  [`GET ${P}/shares`]: "marketer",
  [`POST ${P}/shares`]: "marketer",
  [`DELETE ${P}/shares/:id`]: "marketer",
  [`POST ${P}/shares/revoke`]: "marketer",
  [`GET ${P}/campaigns/:campaign/breakdown`]: "viewer",
  [`GET ${P}/campaigns/:campaign/link-clicks`]: "viewer",
  [`GET ${P}/campaigns/:campaign/variants`]: "viewer",
  [`GET ${P}/report`]: "viewer",
  [`GET ${P}/report/export.csv`]: "viewer",
  [`GET ${P}/spend`]: "viewer",
  [`POST ${P}/spend`]: "marketer",
  [`POST ${P}/spend/remove`]: "marketer",
  [`GET ${P}/spend/export.csv`]: "viewer",
  [`GET ${P}/spend/sums`]: "viewer",
  [`GET ${P}/spend/sql`]: "viewer",
  [`GET ${P}/budgets/sql`]: "viewer",
  [`GET ${P}/spend/imports`]: "viewer",
  [`GET ${P}/spend/imports/export.csv`]: "viewer",
  [`POST ${P}/spend/uploads`]: "marketer",
  [`GET ${P}/spend/uploads/:id`]: "marketer",
  [`PUT ${P}/spend/uploads/:id`]: "marketer",
  [`DELETE ${P}/spend/uploads/:id`]: "marketer",
  [`POST ${P}/spend/uploads/:id/store`]: "marketer",
  [`GET ${P}/purchases`]: "viewer",
  [`PUT ${P}/purchases/:source`]: "admin",
  [`DELETE ${P}/purchases/:source`]: "admin",
  [`POST ${P}/purchases/:source/test`]: "admin",
  [`POST ${P}/purchases/:source/address`]: "admin",
  [`GET ${P}/audiences`]: "marketer",
  [`POST ${P}/audiences`]: "admin",
  [`GET ${P}/audiences/kinds`]: "marketer",
  [`POST ${P}/audiences/count`]: "marketer",
  [`GET ${P}/audiences/:id`]: "marketer",
  [`GET ${P}/audiences/:id/outcome`]: "marketer",
  [`PUT ${P}/audiences/:id`]: "admin",
  [`DELETE ${P}/audiences/:id`]: "admin",
  [`POST ${P}/audiences/:id/run`]: "admin",
  [`GET ${P}/audiences/:id/members.csv`]: "admin",
  [`GET ${P}/file-exports`]: "marketer",
  [`POST ${P}/file-exports`]: "admin",
  [`POST ${P}/file-exports/host-key`]: "admin",
  [`POST ${P}/file-exports/preview`]: "admin",
  [`GET ${P}/file-exports/:id`]: "marketer",
  [`GET ${P}/file-exports/:id/earlier-files`]: "marketer",
  [`PUT ${P}/file-exports/:id`]: "admin",
  [`DELETE ${P}/file-exports/:id`]: "admin",
  [`POST ${P}/file-exports/:id/run`]: "admin",
  [`POST ${P}/file-exports/:id/test`]: "admin",
  [`GET ${P}/uninstalls`]: "viewer",
  [`PUT ${P}/uninstalls/:kind`]: "admin",
  [`DELETE ${P}/uninstalls/:kind`]: "admin",
  [`POST ${P}/uninstalls/:kind/test`]: "admin",
  [`GET ${P}/spend/pulls`]: "viewer",
  [`PUT ${P}/spend/pulls/:id`]: "admin",
  [`DELETE ${P}/spend/pulls/:id`]: "admin",
  [`POST ${P}/spend/pulls/:id/run`]: "marketer",
  [`GET ${P}/spend/rates`]: "viewer",
  [`PUT ${P}/spend/rates`]: "marketer",
  [`DELETE ${P}/spend/rates/:currency/:day`]: "marketer",
  [`GET ${P}/live`]: "viewer",
  [`GET ${P}/search`]: "viewer",
  [`GET ${P}/clicks`]: "viewer",
  [`GET ${P}/clicks/totals`]: "viewer",
  [`GET ${P}/clicks/export.csv`]: "viewer",
  [`GET ${P}/events`]: "viewer",
  [`GET ${P}/events/totals`]: "viewer",
  [`GET ${P}/events/names`]: "viewer",
  [`GET ${P}/events/counts`]: "viewer",
  [`GET ${P}/events/export.csv`]: "viewer",
  [`GET ${P}/ad-revenue`]: "viewer",
  [`GET ${P}/ad-revenue/totals`]: "viewer",
  [`GET ${P}/ad-revenue/export.csv`]: "viewer",
  [`GET ${P}/payments`]: "viewer",
  [`GET ${P}/payments/totals`]: "viewer",
  [`GET ${P}/payments/export.csv`]: "viewer",
  [`GET ${P}/sign-ups`]: "viewer",
  [`GET ${P}/sign-ups/totals`]: "viewer",
  [`GET ${P}/sign-ups/export.csv`]: "viewer",
  [`GET ${P}/arrivals`]: "viewer",
  [`GET ${P}/rejections`]: "admin",
  [`GET ${P}/rejections/reasons`]: "admin",
  [`POST ${P}/domains/:id/doctor`]: "viewer",
  [`GET ${P}/app-settings`]: "viewer",
  [`PUT ${P}/app-settings`]: "admin",
  [`POST ${P}/links/test`]: "viewer",
  [`GET ${P}/links/warnings`]: "viewer",
  [`GET ${P}/links/arrival`]: "viewer",
  [`GET ${P}/links/qr.svg`]: "viewer",
  [`GET ${P}/limits`]: "viewer",
  [`PUT ${P}/limits`]: "admin",
  [`GET ${P}/retention`]: "viewer",
  [`PUT ${P}/retention`]: "owner",
  [`PUT ${P}/archive`]: "admin",
  [`DELETE ${P}/sample`]: "admin",
  [`GET ${P}/deletion`]: "owner",
  [`POST ${P}/deletion`]: "owner",
  [`PUT ${P}/billing`]: "owner",
  [`GET ${P}/audit`]: "admin",
  [`GET ${P}/audit/export.csv`]: "admin",
  [`POST ${P}/privacy/export`]: "admin",
  [`POST ${P}/privacy/erase`]: "admin",
};

const lines = endpointsOf("/api/dashboard", dashboardRoutes).flatMap(({ path, routes }) =>
  Object.keys(routes).map((method) => `${method} ${path}`),
);

test("every method of every dashboard route is listed here", () => {
  expect(lines.sort()).toEqual(Object.keys(matrix).sort());
});

describe("the role of a member determines the allowed actions", () => {
  asServedOrBoth([dashboardRoutes], (call) => {
    const owned = Object.entries(matrix).filter(
      ([line]) => line.includes(" /api/dashboard/accounts") || line.includes(" /api/dashboard/projects"),
    );

    // Shared by all tests, because each call has an invalid body, or names something unknown.
    let account: AccountId;
    let project: Project;
    let other: MemberId;
    let stranger = "";
    const sessions = new Map<Role, string>();
    beforeAll(async () => {
      account = await anAccount();
      await aMember("owner", account);
      other = (await aMember("viewer", account)).id;
      ({ project } = await aProject({ account }));
      for (const role of roles) sessions.set(role, (await aMember(role, account)).session);
      stranger = (await aMember("owner")).session;
    });

    test.each(owned)("%s requires the role %s", async (line, min) => {
      const sent = line
        .replace(":account", String(account))
        .replace(":project", String(project.id))
        .replace(":member", String(other))
        .replace(":campaign", "nothing")
        .replace(":id", "999999999");
      for (const role of roles) {
        const session = sessions.get(role);
        // This body is always invalid: a permitted member gets an error about it, and nothing is changed.
        const got = await call(sent, { session, body: line.startsWith("DELETE") ? undefined : { name: "" } });
        const allowed = roles.indexOf(role) >= roles.indexOf(min as Role);
        if (allowed) expect([200, 201, 400, 404], `${role}: ${got.text}`).toContain(got.status);
        else
          expect(got, `${role}`).toMatchObject({
            status: 403,
            body: { msg: "You don't have permission to do this.", status: 403, data: null },
          });
      }
      const unauthenticated = await call(sent, { body: {} });
      expect(unauthenticated).toMatchObject({ status: 401, body: { msg: "Sign in first." } });
      const unseen = await call(sent, { session: stranger, body: {} });
      expect(unseen).toMatchObject({ status: 404, body: { msg: "Not found.", status: 404, data: null } });
      const nowhere = sent.replace(/(accounts|projects)\/\d+/, "$1/999999998");
      expect((await call(nowhere, { session: stranger, body: {} })).text).toBe(unseen.text);
    });

    describe("a member of a single project", () => {
      const rolesThere = projectRoles.map((role) => ({ role, session: "" }));
      let own = 0;
      let sibling = 0;
      let account = 0;
      beforeAll(async () => {
        const one = await aProject();
        const two = await aProject({ account: one.accountId });
        [own, sibling, account] = [one.project.id, two.project.id, one.accountId];
        for (const each of rolesThere) {
          const grant = { project: one.project, role: each.role };
          each.session = (await aProjectMember([grant])).session;
        }
      });

      test.each(owned)(
        "%s requires the role %s in the project, and other routes of the account are closed",
        async (line, min) => {
          const sent = (project: number) =>
            line
              .replace(":account", String(account))
              .replace(":project", String(project))
              .replace(":member", "999999999")
              .replace(":campaign", "nothing")
              .replace(":id", "999999999");
          const body = line.startsWith("DELETE") ? undefined : { name: "" };
          for (const { role, session } of rolesThere) {
            const hidden = await call(sent(sibling), { session, body });
            expect(hidden, role).toMatchObject({ status: 404, body: { msg: "Not found." } });
            expect((await call(sent(999999998), { session, body })).text).toBe(hidden.text);
            if (!line.includes(":project")) continue;
            const got = await call(sent(own), { session, body });
            if (roles.indexOf(role) >= roles.indexOf(min as Role))
              expect([200, 201, 400, 404], `${role}: ${got.text}`).toContain(got.status);
            else
              expect(got, role).toMatchObject({
                status: 403,
                body: { msg: "You don't have permission to do this." },
              });
          }
        },
      );
    });

    test("being an owner of another account grants nothing", async () => {
      const account = await anAccount();
      const viewer = await aMember("viewer", account);
      const { project } = await aProject({ account });
      const got = await call(`PATCH /api/dashboard/projects/${project.id}`, {
        session: viewer.session,
        body: { name: "x" },
      });
      expect(got.status).toBe(403);
    });
  });
});

test.each([
  ["owner", ["viewer", "marketer", "admin", "owner"]],
  ["admin", ["viewer", "marketer", "admin"]],
  ["marketer", []],
  ["viewer", []],
] as [Role, Role[]][])("%s may grant the roles %j", (by, given) => {
  expect(roles.filter((role) => mayGrant(by, role))).toEqual(given);
});
