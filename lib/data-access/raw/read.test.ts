import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { storeMark } from "@/lib/attribution/test-devices/queries";
import { type DatasetName, datasetNames, datasetOf } from "@/lib/data-access/datasets/datasets";
import { readColumns, readRaw } from "@/lib/data-access/raw/read";
import { captureEvent } from "@/lib/facts/events/capture";
import { capturePayment } from "@/lib/facts/payments/capture";
import { removePayments } from "@/lib/facts/payments/queries";
import { identify } from "@/lib/facts/users/identify";
import { erasePerson } from "@/lib/privacy/person";
import { removeExchangeRate, setExchangeRates } from "@/lib/spend/rates/change";
import { recordSpend } from "@/lib/spend/record";
import { spendBody } from "@/lib/spend/schema";
import { withSpendLock } from "@/lib/spend/store";
import { type AProject, aCampaign, aClick, anInstall, aProject, decideEverything } from "@/testing/factories";
import { historyCount } from "@/testing/rounds";

type Line = Record<string, unknown>;
const one = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)]!;

/** A warehouse: it stores the last line of each key, and stops at random lines. */
class Consumer {
  readonly rows = new Map<string, Line>();
  readonly #app: AProject;
  readonly #dataset: DatasetName;
  #cursor: string | undefined;

  constructor(app: AProject, dataset: DatasetName) {
    this.#app = app;
    this.#dataset = dataset;
  }

  #keyOf(line: Line): string {
    const { key, removals } = datasetOf(this.#dataset);
    const names = removals === "people" ? ["user_key"] : Object.keys(key);
    return JSON.stringify(names.map((name) => String(line[name])));
  }

  /** Reads a page, or only its beginning. Returns true at the end of a pass. */
  async read(mayStop: boolean): Promise<boolean> {
    const limit = one([1, 2, 3, 50]);
    const request = { dataset: this.#dataset, cursor: this.#cursor, limit, personal: true };
    if (one([true, false])) return this.#readColumns(request);
    const page = await readRaw(this.#app.project, request);
    const taken = mayStop ? page.lines.slice(0, one([1, 2, 50])) : page.lines;
    for (const line of taken) {
      if (line._op === "delete") this.rows.delete(this.#keyOf(line));
      else this.rows.set(this.#keyOf(line), line);
    }
    const stopped = taken.length < page.lines.length;
    this.#cursor = stopped ? String(taken.at(-1)!._cursor) : page.cursor;
    return !stopped && !page.more;
  }

  /** As files do: whole pages, by column. */
  async #readColumns(request: Parameters<typeof readColumns>[1]): Promise<boolean> {
    const { op, rows, cursor, more } = await readColumns(this.#app.project, request);
    for (let n = 0; n < rows.length; n++) {
      const values = Object.entries(rows.columns).map(([name, all]) => [name, this.#asLine(name, all?.[n])]);
      const line: Line = Object.fromEntries(values);
      if (op === "delete") this.rows.delete(this.#keyOf(line));
      else this.rows.set(this.#keyOf(line), line);
    }
    this.#cursor = cursor;
    return !more;
  }

  #asLine(name: string, value: unknown): unknown {
    const columns: Record<string, { type: string }> = datasetOf(this.#dataset).columns;
    const type = columns[name]?.type;
    if (value === undefined || value === null) return null;
    if (type === "time") return new Date(value as number);
    return type === "json" || type === "texts" ? JSON.parse(String(value)) : value;
  }

  async finish(): Promise<void> {
    // The pass in progress, and a complete one after it.
    for (let passes = 0; passes < 2; ) if (await this.read(false)) passes++;
  }
}

/** The database's own rows: the columns that a dataset returns as they are. */
async function stored(app: AProject, dataset: DatasetName): Promise<Line[]> {
  const { table, columns } = datasetOf(dataset);
  const own = Object.entries(columns).filter(([name, column]) => column.sql === `t.${name}`);
  const selected = own.map(([name]) => `t.${name}`).join(", ");
  const rows = await sql<Line[]>`
    select ${sql.unsafe(selected)} from ${sql(table)} t where t.project_id = ${app.project.id}`;
  return rows.map((row) => JSON.parse(JSON.stringify(row)));
}

async function proveEqual(app: AProject, consumer: Consumer, dataset: DatasetName): Promise<void> {
  const rows = await stored(app, dataset);
  const names = Object.keys(rows[0] ?? {});
  const read = [...consumer.rows.values()].map((line) =>
    JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, line[name]])))),
  );
  const sorted = (lines: Line[]) => lines.map((line) => JSON.stringify(line)).sort();
  expect(sorted(read), dataset).toEqual(sorted(rows));
}

test.each(Array.from({ length: historyCount(4) }, (_, n) => n))(
  "history %i: a reader that stops anywhere while rows are written, changed, removed and erased ends with the database's rows",
  async () => {
    const app = await aProject();
    const { project } = app;
    const now = new Date();
    const campaigns = [await aCampaign(app), await aCampaign(app)];
    const users = ["a", "b", "c", "d"];
    const installs = await Promise.all(users.map(() => anInstall(app, one(campaigns).id)));
    const context = { userAgent: null, now };
    for (const [n, { instance }] of installs.entries())
      await identify(
        project,
        { token: "", install_instance_id: instance, user_data: { id: users[n]! } },
        context,
      );
    let payments = 0;
    const source = { kind: "KEY", sourceKey: "test", name: "test", createdBy: "test" } as const;
    const spendRow = () => ({
      date: one(["2026-06-01", "2026-06-02"]),
      campaign: one(campaigns).displayId,
      amount: one([1, 2, 3]),
      ...one([{}, { platform: "IOS" }, { country: "DE" }, { platform: "IOS", country: "FR" }]),
    });
    const report = () => {
      const { rows } = spendBody.parse({ rows: [spendRow()] });
      return withSpendLock(() => recordSpend(project, rows, source, now));
    };
    const writes: (() => Promise<unknown>)[] = [
      () => aClick(app, { campaignId: one(campaigns).id }),
      () => captureEvent(project, { token: "", event_name: "buy", user_id: one(users) }, context),
      () =>
        capturePayment(
          project,
          {
            token: "",
            user_id: one(users),
            payment_id: `p${payments++}`,
            amount: 2,
            type: one(["ONE_TIME", "SUBSCRIPTION_REFUNDED"] as const),
            status: "PAYMENT_COMPLETED",
          },
          context,
        ),
      () => removePayments(project.id, { paymentId: `p${Math.floor(Math.random() * payments)}` }, new Date()),
      () => storeMark(project, one(installs).id, one([true, false]), commandLine, new Date()),
      report,
      () =>
        setExchangeRates(
          project,
          [{ currency: "CHF", day: one(["2026-06-01", "2026-06-02"]), rate: one([1, 2]) }],
          commandLine,
          now,
        ),
      () =>
        removeExchangeRate(
          project,
          { currency: "CHF", day: one(["2026-06-01", "2026-06-02"]) },
          commandLine,
          now,
        ).catch(() => {}),
      // A transaction that commits after later ones.
      () =>
        sql.begin(async (slow) => {
          await slow`select pg_current_xact_id()`;
          await aClick(app, { campaignId: campaigns[0]!.id });
          await slow`
            update campaigns set name = ${String(Math.random())} where project_id = ${project.id} and id = ${one(campaigns).id}`;
        }),
    ];
    const consumers = datasetNames.map((dataset) => ({ dataset, consumer: new Consumer(app, dataset) }));
    for (let step = 0; step < 40; step++) {
      const written = Promise.all([one(writes)(), one(writes)(), one(writes)()]);
      await Promise.all(
        [0, 1, 2, 3]
          .map(() => one(consumers))
          .filter((each, at, all) => all.indexOf(each) === at)
          .map(({ consumer }) => consumer.read(true)),
      );
      await written;
    }
    await erasePerson(project, { user: "a", install: null }, commandLine, new Date());
    await decideEverything(app);
    for (const { dataset, consumer } of consumers) {
      await consumer.finish();
      await proveEqual(app, consumer, dataset);
    }
  },
);

test("a row that commits late is returned, although later rows were returned before", async () => {
  const app = await aProject();
  const consumer = new Consumer(app, "campaigns");
  const early = await aCampaign(app);
  await sql.begin(async (slow) => {
    await slow`update campaigns set name = 'late' where project_id = ${app.project.id} and id = ${early.id}`;
    await aCampaign(app);
    await consumer.finish();
    expect([...consumer.rows.values()].map(({ name }) => name)).not.toContain("late");
    expect(consumer.rows.size).toBe(2);
  });
  await consumer.finish();
  expect([...consumer.rows.values()].map(({ name }) => name)).toContain("late");
});

test("a cursor of another database, or from before a change of the currency, begins again with all rows", async () => {
  const app = await aProject();
  await aCampaign(app);
  const request = { dataset: "campaigns", limit: 10, personal: false } as const;
  let page = await readRaw(app.project, request);
  while (page.more) page = await readRaw(app.project, { ...request, cursor: page.cursor });
  const cursor = page.cursor;
  const other = await readRaw({ id: app.project.id, currency: "CHF" }, { ...request, cursor });
  expect(other.lines).toHaveLength(1);
});

test("the highest position of a complete pass returns all later changes", async () => {
  const app = await aProject();
  await aCampaign(app);
  const request = { dataset: "campaigns", limit: 10, personal: false } as const;
  const [line] = (await readRaw(app.project, { ...request, since: "0" })).lines;
  const added = await aCampaign(app);
  const names = async () =>
    (await readRaw(app.project, { ...request, since: String(line!._position) })).lines.map(({ id }) => id);
  expect(await names()).toContain(String(added.id));
});
