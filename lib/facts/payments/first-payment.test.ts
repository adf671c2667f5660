import { beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { newId } from "@/lib/base/ids";
import { registerInstall } from "@/lib/facts/installs/register";
import { type PaymentRow, removePayments, storePayments } from "@/lib/facts/payments/queries";
import { storeIdentities } from "@/lib/facts/users/queries";
import { rebuildLedger } from "@/lib/ledger/rebuild";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { type AProject, aProject, decideEverything } from "@/testing/factories";
import { openAllConnections, openTransaction, whenOthersWaitFor } from "@/testing/ledger";

beforeAll(openAllConnections);

const installed = new Date("2026-03-01T12:00:00Z");
const day = (age: number) => new Date(installed.getTime() + age * 86_400_000);
const removedAt = day(20);

const paymentOf = (app: AProject, instance: string, payment_id: string, at: Date): PaymentRow => ({
  project_id: app.project.id,
  id: newId(at),
  at,
  payment_id,
  refunded_payment_id: null,
  type: "FIRST_PAYMENT",
  status: "PAYMENT_COMPLETED",
  amount: 500,
  currency: app.project.currency,
  original: null,
  scale: null,
  instance,
  user_id: null,
  platform: "IOS",
  data: {},
  device_at: null,
  arrived_at: null,
});

/** Two decided installs of users, of which the first paid at the age of one day. */
async function paying() {
  const app = await aProject();
  for (const install_instance_id of ["a", "b"])
    await registerInstall(
      app.project,
      { token: "", install_instance_id, platform: "IOS" },
      { userAgent: null, address: "203.0.113.7", now: installed },
    );
  await storeIdentities(
    ["a", "b"].map((instance) => ({
      project_id: app.project.id,
      at: installed,
      user_id: `user-${instance}`,
      instance,
      platform: "IOS",
      name: null,
      email: null,
      phone: null,
      details: {},
      customer_created_at: null,
      is_first_time: null,
    })),
  );
  await decideEverything(app);
  await storePayments([paymentOf(app, "a", "p1", day(1))]);
  return app;
}

const firstPaidAt = async (app: AProject) => {
  const [row] = await sql<{ first_paid_at: Date | null }[]>`
    select first_paid_at from installs where project_id = ${app.project.id} and install_instance_id = 'a'`;
  return row!.first_paid_at;
};

/** The first payment of the first install is the one after five days, and the ledger counts it there. */
async function expectSecondPayment(app: AProject) {
  expect(await firstPaidAt(app)).toEqual(day(5));
  expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
}

test("a payment that is stored while the first one is removed becomes the first", async () => {
  const app = await paying();
  let storing: Promise<unknown> = Promise.resolve();
  await openTransaction(async (other) => {
    // A payment with this ID waits for the end of this transaction, and its statement began before the removal.
    await other`
      insert into payments (project_id, id, payment_id, type, status, amount_minor, paid_at, user_id, platform)
      values (${app.project.id}, ${newId(day(5))}, 'p2', 'FIRST_PAYMENT', 'PAYMENT_COMPLETED', 1, ${day(5)}, 'u', 'IOS')`;
    storing = storePayments([paymentOf(app, "a", "p2", day(5))]);
    await whenOthersWaitFor(other);
    await removePayments(app.project.id, { paymentId: "p1" }, removedAt);
  });
  await storing;
  await expectSecondPayment(app);
});

test("the removal of the first payment finds the next one, even if its transaction is open", async () => {
  const app = await paying();
  let storing: Promise<unknown> = Promise.resolve();
  let removing: Promise<unknown> = Promise.resolve();
  await openTransaction(async (other) => {
    await other`
      select from installs where project_id = ${app.project.id} and install_instance_id = 'b' for update`;
    // The statement has inserted both payments when it waits for the second install.
    storing = storePayments([paymentOf(app, "a", "p2", day(5)), paymentOf(app, "b", "p3", day(5))]);
    await whenOthersWaitFor(other);
    removing = removePayments(app.project.id, { paymentId: "p1" }, removedAt);
    await Promise.race([removing, whenOthersWaitFor(other, { sessions: 2 })]);
  });
  await Promise.all([storing, removing]);
  await expectSecondPayment(app);
});

test("parallel removals of the first and the second payment find the third", async () => {
  const app = await paying();
  await storePayments([paymentOf(app, "a", "p2", day(3)), paymentOf(app, "a", "p3", day(5))]);
  const removing: Promise<unknown>[] = [];
  await openTransaction(async (other) => {
    await other`
      select from installs where project_id = ${app.project.id} and install_instance_id = 'a' for update`;
    removing.push(removePayments(app.project.id, { paymentId: "p1" }, removedAt));
    await whenOthersWaitFor(other);
    removing.push(removePayments(app.project.id, { paymentId: "p2" }, removedAt));
    await Promise.race([removing[1], whenOthersWaitFor(other, { sessions: 2 })]);
  });
  await Promise.all(removing);
  await expectSecondPayment(app);
});

test("the proof of the ledger and the rebuild find a first payment that is wrong", async () => {
  const app = await paying();
  await sql`
    with changed as (
      update installs set first_paid_at = null
      where project_id = ${app.project.id} and install_instance_id = 'a' returning project_id
    )
    insert into ledger (project_id, day, campaign_id, ad_set_id, creative_id, keyword_id, platform, country, measure,
      name, count, amount)
    select ${app.project.id}, l.day, l.campaign_id, l.ad_set_id, l.creative_id, l.keyword_id, l.platform, l.country, l.measure,
      l.name, -l.count, 0
    from changed, ledger l where l.project_id = ${app.project.id} and l.measure = 'payers'`;
  expect(await findDifferences(app.project.id, app.project.timeZone)).toMatchObject([
    { measure: "payers", name: "1", ledger_count: 0, facts_count: 1 },
  ]);
  await rebuildLedger(app.project.id);
  expect(await firstPaidAt(app)).toEqual(day(1));
  expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
});
