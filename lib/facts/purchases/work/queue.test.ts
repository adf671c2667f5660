import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { registerInstall } from "@/lib/facts/installs/register";
import { trustRoot } from "@/lib/facts/purchases/apple/signed";
import { capturePurchase } from "@/lib/facts/purchases/capture";
import { connectStore } from "@/lib/facts/purchases/settings/connect";
import { processProject } from "@/lib/facts/purchases/work/run";
import { identify } from "@/lib/facts/users/identify";
import { aProject } from "@/testing/factories";
import { aTransaction, signAsApple, testRootCertificate } from "@/testing/purchases/apple";
import { anAppStore } from "@/testing/purchases/stores";

const bundle = "com.example.trails";
const start = new Date("2026-03-02T12:00:00Z");
const seconds = (count: number) => new Date(start.getTime() + count * 1_000);
let store: Awaited<ReturnType<typeof anAppStore>>;
const distrust = trustRoot(testRootCertificate);
beforeAll(async () => {
  store = await anAppStore(bundle);
});
afterAll(async () => {
  distrust();
  await store.close();
});

async function aShop() {
  const app = await aProject();
  const { project } = app;
  await connectStore(
    project,
    "apple",
    { mode: "require", app_id: bundle, credentials: store.given },
    commandLine,
    start,
  );
  const join = async (user: string) => {
    const context = { userAgent: null, address: "203.0.113.7", now: start };
    await registerInstall(project, { token: "", install_instance_id: `i-${user}`, platform: "IOS" }, context);
    await identify(
      project,
      { token: "", install_instance_id: `i-${user}`, user_data: { id: user } },
      context,
    );
  };
  const buy = (user: string, store_purchase: object, at: Date, more: object = {}) =>
    capturePurchase(
      project,
      {
        user_id: user,
        amount: 9.99,
        type: "SUBSCRIPTION_CREATED",
        status: "PAYMENT_COMPLETED",
        store_purchase,
        ...more,
      } as Parameters<typeof capturePurchase>[1],
      { userAgent: null, now: at },
    );
  /** The transactions that one turn of the task asks the store about, in order. */
  const work = async (at: Date) => {
    const before = store.seen.length;
    await processProject(
      project,
      () => false,
      () => at,
    );
    // The production server answers first; the sandbox is only queried about what it does not know.
    return [...new Set(store.seen.slice(before).map((path) => path.split("/").at(-1)!))];
  };
  const stateOf = async (user: string) =>
    (
      await sql<{ state: string }[]>`
        select p.check_state as state from payments p where p.project_id = ${project.id} and p.user_id = ${user}`
    ).map(({ state }) => state);
  return { join, buy, work, stateOf };
}

const genuine = (id: string) => {
  const transaction = signAsApple(aTransaction({ transactionId: id, originalTransactionId: id }));
  store.transactions.set(id, transaction);
  return transaction;
};

test("a flood of one user does not delay the purchases of others", async () => {
  const { join, buy, work, stateOf } = await aShop();
  await Promise.all(["flood", "old", "new"].map(join));
  genuine("70001");
  genuine("70002");
  await Promise.all(
    Array.from({ length: 70 }, (_, n) => buy("flood", { transaction_id: `${800_000 + n}` }, seconds(1 + n))),
  );
  // In the middle of the flood.
  await buy("old", { transaction_id: "70001" }, seconds(35));
  await buy("new", { transaction_id: "70002" }, seconds(200));
  const queried = await work(seconds(201));
  expect(queried).toHaveLength(50);
  // The flood has five turns among the others.
  expect(queried.slice(0, 7)).toEqual(expect.arrayContaining(["70001", "70002"]));
  expect(await stateOf("old")).toEqual(["valid"]);
  expect(await stateOf("new")).toEqual(["valid"]);
});

test("a flood of many users from one install, too, and its rest is checked later", async () => {
  const { join, buy, work, stateOf } = await aShop();
  const users = Array.from({ length: 20 }, (_, n) => `invented-${n}`);
  await Promise.all([...users, "new"].map(join));
  genuine("70011");
  await Promise.all(
    users.map((user, n) =>
      buy(user, { transaction_id: `${810_000 + n}` }, seconds(n), { install_instance_id: "i-invented-0" }),
    ),
  );
  await buy("new", { transaction_id: "70011" }, seconds(100));
  const queried = await work(seconds(101));
  expect(queried.slice(0, 6)).toContain("70011");
  expect(queried).toHaveLength(21);
  expect(await stateOf("invented-7")).toEqual(["invalid"]);
});

test("signed transactions come first, and new purchases do not wait for a flood of many users", async () => {
  const { join, buy, work, stateOf } = await aShop();
  const users = Array.from({ length: 14 }, (_, n) => `invented-${n}`);
  await Promise.all([...users, "named", "signed"].map(join));
  genuine("70021");
  const signed = genuine("70022");
  await Promise.all(
    users.flatMap((user, n) =>
      Array.from({ length: 4 }, (_, k) =>
        buy(user, { transaction_id: `${820_000 + n * 10 + k}` }, seconds(n * 4 + k)),
      ),
    ),
  );
  await buy("named", { transaction_id: "70021" }, seconds(300));
  await buy("signed", { signed_transaction: signed }, seconds(301));
  const queried = await work(seconds(302));
  expect(queried[0]).toBe("70022");
  expect(queried.slice(1, 3)).toEqual(["70021", "820000"]);
  expect(await stateOf("named")).toEqual(["valid"]);
  // The oldest of the flood have their turns as well.
  expect(queried).toContain("820001");
});
