import { expect, test } from "vitest";
import { sql } from "@/db";
import { findInvalidPurchases } from "@/lib/attribution/sources/queries";
import { installSources, scopeOf } from "@/lib/attribution/sources/sources";
import { registerInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { identify } from "@/lib/facts/users/identify";
import { aCampaign, aClick, aProject, decideEverything } from "@/testing/factories";

const now = new Date("2026-05-20T12:00:00Z");
const context = { userAgent: null, address: "203.0.113.7", now };

test("invalid purchases are findings by reason, and the filter of sources applies to them", async () => {
  const app = await aProject();
  const { project } = app;
  const campaign = await aCampaign(app, { network: "META" });
  const click = await aClick(app, {
    campaignId: campaign.id,
    network: "META",
    at: new Date(now.getTime() - 60_000),
  });
  const join = async (user: string, device_data = {}) => {
    const install_instance_id = `i-${user}`;
    await registerInstall(
      project,
      { token: "", install_instance_id, platform: "ANDROID", device_data },
      context,
    );
    await identify(project, { token: "", install_instance_id, user_data: { id: user } }, context);
  };
  await join("u1", { install_ref: `cairn_click=${click}` });
  await join("u2");
  await decideEverything(app);
  const pay = async (user_id: string, payment_id: string, state: string, reason: string | null) => {
    await capturePayment(
      project,
      { token: "", user_id, payment_id, amount: 5, type: "ONE_TIME", status: "PAYMENT_COMPLETED" },
      context,
    );
    await sql`
      update payments set check_state = ${state}, check_reason = ${reason}
      where project_id = ${project.id} and payment_id = ${payment_id}`;
  };
  await pay("u1", "p1", "invalid", "replayed");
  await pay("u2", "p2", "invalid", "unknown");
  await pay("u2", "p3", "invalid", "unknown");
  await pay("u2", "p4", "valid", null);
  const found = async (network?: string) =>
    (await installSources(project, { from: null, to: null, network }, now)).invalid_purchases;
  const replayed = {
    reason: "replayed",
    text: "The same purchase was already counted for another user.",
    payments: 1,
    users: 1,
  };
  expect(await found()).toEqual([
    { reason: "unknown", text: "The store does not know this purchase.", payments: 2, users: 1 },
    replayed,
  ]);
  expect(await found("META")).toEqual([replayed]);
  expect(await found("GOOGLE")).toEqual([]);
  // The limit is of the purchases that the filter leaves: newer ones of other sources do not crowd them out.
  await sql`
    update payments set paid_at = paid_at - interval '1 hour'
    where project_id = ${project.id} and payment_id = 'p1'`;
  const { scope } = scopeOf(project, { from: null, to: null, network: "META" }, now);
  expect(await findInvalidPurchases(project.id, scope, 1)).toEqual([
    { reason: "replayed", payments: 1, users: 1 },
  ]);
});
