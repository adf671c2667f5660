import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sql } from "@/db";
import { openDeeplink } from "@/lib/attribution/deep-links/open";
import { registerInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { identify } from "@/lib/facts/users/identify";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { aCampaign, aClick, aProject, decideEverything } from "@/testing/factories";

const migrations = join(process.cwd(), "db", "migrations");
const file = join(migrations, readdirSync(migrations).find((name) => name.endsWith("_returns.sql"))!);

/**
 * The migration's statement for existing data, restricted to one project, because other tests use the database at the
 * same time.
 */
const catchUp = (project: number) =>
  readFileSync(file, "utf8")
    .split("--> statement-breakpoint")
    .filter((statement) => /^\s*(--[^\n]*\n)*\s*(UPDATE|INSERT)/.test(statement))
    .map((statement) =>
      statement
        .replace("WHERE o.reengaged", `WHERE o.project_id = ${project} AND o.reengaged`)
        .replace("WHERE p.returned_by", `WHERE p.project_id = ${project} AND p.returned_by`),
    );

test("payments after returns that were stored before returns were noted are found when the database is upgraded", async () => {
  const app = await aProject({ timeZone: "Asia/Kolkata" });
  const [first, back] = [await aCampaign(app), await aCampaign(app)];
  const id = app.project.id;
  const at = (hours: number) => new Date(Date.parse("2026-03-01T20:00:00Z") + hours * 3_600_000);
  const device = { gaid: "0b0f6e4c-1d1c-4d43-b1e1-000000000007" };
  const init = async (instance: string, hours: number, campaignId?: number) => {
    const click = campaignId && (await aClick(app, { campaignId, at: at(hours - 1), adSetId: "set" }));
    const body = {
      token: "",
      install_instance_id: instance,
      platform: "ANDROID" as const,
      device_data: { ...device, ...(click ? { install_ref: `cairn_click=${click}` } : {}) },
    };
    await registerInstall(app.project, body, { userAgent: null, address: "203.0.113.7", now: at(hours) });
    await decideEverything(app);
  };
  const context = (hours: number) => ({ userAgent: null, now: at(hours) });
  const signUp = (instance: string, user: string, hours: number) =>
    identify(
      app.project,
      { token: "", install_instance_id: instance, user_data: { id: user } },
      context(hours),
    );
  const pay = (user: string, amount: number, hours: number) =>
    capturePayment(
      app.project,
      { token: "", user_id: user, amount, type: "ONE_TIME", status: "PAYMENT_COMPLETED" },
      context(hours),
    );
  await init("i1", 1, first.id);
  await signUp("i1", "u1", 2);
  await pay("u1", 1, 3);
  await init("i1", 20);
  const link = {
    token: "",
    install_instance_id: "i1",
    deeplink_url: `https://${app.domain}/${back.displayId}`,
  };
  await openDeeplink(app.project, link, at(21));
  await pay("u1", 2, 22);
  await pay("u1", 4, 21 + 30 * 24);
  await init("i2", 30, back.id);
  await signUp("i2", "u2", 31);
  await pay("u2", 8, 32);
  await decideEverything(app);

  const noted = () => sql`
    select p.amount_minor::int as amount, p.returned_by, s.reengaged_by from payments p
    join installs s on s.project_id = ${id} and s.install_instance_id = p.install_instance_id
    where p.project_id = ${id} order by 1`;
  const cells = () => sql`
    select day::text, campaign_id, ad_set_id, platform, name, sum(count)::int as count, sum(amount)::int as amount
    from ledger
    where project_id = ${id} and measure = 'return_payment' group by 1, 2, 3, 4, 5 order by amount`;
  const [before, counted] = [await noted(), await cells()];
  expect(counted).toMatchObject([
    { campaign_id: back.id, ad_set_id: "", count: 1, amount: 200 },
    { campaign_id: back.id, ad_set_id: "set", count: 1, amount: 800 },
  ]);
  await sql`update payments set returned_by = null where project_id = ${id}`;
  await sql`update installs set reengaged_by = null where project_id = ${id}`;
  await sql`delete from ledger where project_id = ${id} and measure = 'return_payment'`;

  const statements = catchUp(id);
  expect(statements).toHaveLength(4);
  for (const statement of statements) await sql.unsafe(`/* all projects */ ${statement}`);
  expect(await noted()).toEqual(before);
  expect(await cells()).toEqual(counted);
  expect(await findDifferences(id, "Asia/Kolkata")).toEqual([]);
});
