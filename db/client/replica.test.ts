import { afterEach, expect, test } from "vitest";
import type { Sql } from "@/db";
import { Replica } from "@/db/client/replica";
import type { ServerVitals } from "@/db/client/replica-verdict";

const vitals: ServerVitals = {
  standby: false,
  system: "7",
  database: "5",
  migrations: 3,
  position: 10,
  now: 100,
  replayed_at: null,
};

type Answer = Partial<ServerVitals> | { code: string };

/** A fake server with given answers; `name` is the result of a report on it. */
const server = (name: string, answer: () => Answer): Sql =>
  Object.assign(
    async (strings: TemplateStringsArray) => {
      const lastVerdict = answer();
      if ("code" in lastVerdict) throw Object.assign(new Error("refused"), lastVerdict);
      return strings[0]?.includes("pg_is_in_recovery") ? [{ ...vitals, ...lastVerdict }] : [{ name }];
    },
    {
      end: async () => {},
      begin: async (work: (transaction: Sql) => Promise<unknown>) => {
        const lastVerdict = answer();
        if ("code" in lastVerdict) throw Object.assign(new Error("lost"), lastVerdict);
        return work(server(name, answer));
      },
    },
  ) as unknown as Sql;

const replicas: Replica[] = [];
afterEach(() => Promise.all(replicas.splice(0).map((replica) => replica.end())));

async function watched(primary: () => Answer, standby: () => Answer): Promise<Replica> {
  const ofPrimary = server("primary", primary);
  const replica = new Replica({
    open: () => server("standby", standby),
    primary: () => ({ sql: ofPrimary, patient: ofPrimary }),
    maxLagSeconds: 10,
    logs: false,
  });
  replicas.push(replica);
  await replica.watch();
  return replica;
}

const standby = () => ({ standby: true });

test("a replica is read only after it was checked", async () => {
  const replica = await watched(() => ({}), standby);
  expect([replica.isUsed, replica.fault]).toEqual([true, null]);
  expect(await replica.sql`select name`).toEqual([{ name: "standby" }]);
});

test.each([
  ["rejects the user or the password (28P01)", () => ({}), () => ({ code: "28P01" })],
  ["cannot be read (ECONNREFUSED)", () => ({}), () => ({ code: "ECONNREFUSED" })],
  ["has no Cairn tables", () => ({}), () => ({ code: "42P01" })],
  ["contains another database", () => ({}), () => ({ standby: true, system: "8" })],
  ["can't be compared with the primary (42501)", () => ({ code: "42501" }), standby],
] as const)("a replica that %s is not read, and the reason is known", async (fault, primary, replica) => {
  const one = await watched(primary, replica);
  expect([one.isUsed, one.fault]).toEqual([false, fault]);
});

test("while the primary is unavailable the last check of the replica applies", async () => {
  let primary: Answer = {};
  const replica = await watched(() => primary, standby);
  primary = { code: "ECONNREFUSED" };
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(replica.isUsed).toBe(true);
  const never = await watched(() => ({ code: "ECONNREFUSED" }), standby);
  expect([never.isUsed, never.fault]).toEqual([false, "is not known yet"]);
});

test("a transaction that the replica interrupts is repeated on the primary; one with its own error is not", async () => {
  let replica: Answer = standby();
  const one = await watched(
    () => ({}),
    () => replica,
  );
  const read = () => one.begin(async (transaction) => transaction`select name`);
  expect(await read()).toEqual([{ name: "standby" }]);
  replica = { code: "CONNECTION_DESTROYED" };
  expect(await read()).toEqual([{ name: "primary" }]);
  await expect.poll(() => one.isUsed).toBe(false);
  replica = standby();
  await expect.poll(() => one.isUsed).toBe(true);
  replica = { code: "57014" };
  await expect(read()).rejects.toMatchObject({ code: "57014" });
});
