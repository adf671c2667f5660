import { sql } from "@/db";
import { randomBase62 } from "@/lib/base/ids";
import { findDifferences } from "@/lib/ledger/verify-queries";
import type { AppAnswer, AppCall } from "@/testing/app";
import {
  type AProject,
  aCampaign,
  aProject,
  aStoreListing,
  decideEverything,
  withoutLimits,
} from "@/testing/factories";

export const androidUserAgent =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36";
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The confirmed calls, by the IDs that the callers chose or received. */
export type ConfirmedCalls = {
  clicks: string[];
  installs: string[];
  users: string[];
  events: string[];
  payments: Map<string, number>;
  removed: Set<string>;
};

/** A process that handles calls, of this version or of another one. */
export type Server = { call(line: string, options?: AppCall): Promise<AppAnswer> };

export type LoadScene = { app: AProject; campaign: { displayId: string } };

export async function aLoadScene(): Promise<LoadScene> {
  const app = await aProject({ currency: "USD", domain: `${randomBase62(8).toLowerCase()}.go.example` });
  await aStoreListing(app, "ANDROID");
  await withoutLimits(app);
  return { app, campaign: await aCampaign(app) };
}

/** The ID of the click, which the Play Store would pass to the app. */
export function clickIdOf({ headers }: AppAnswer): string | null {
  const location = typeof headers.location === "string" ? headers.location : "https://nowhere.example/";
  return new URLSearchParams(new URL(location).searchParams.get("referrer") ?? "").get("cairn_click");
}

/**
 * Users who follow a link, install, sign in, send events, pay, and sometimes get a refund. Like in apps, each call is
 * repeated until it is confirmed, and some are repeated after that.
 */
export class LoadClients {
  readonly counts: ConfirmedCalls = {
    clicks: [],
    installs: [],
    users: [],
    events: [],
    payments: new Map(),
    removed: new Set(),
  };
  /** Responses that are wrong even during a fault. */
  readonly wrong: string[] = [];
  /** Repeated calls; without a fault there must be none. */
  readonly repeated: string[] = [];
  private readonly scene: LoadScene;
  private readonly name = randomBase62(6);
  private readonly server: (caller: number) => Server | null;
  private readonly workers: Promise<void>[];
  private going = true;
  private serial = 0;

  /** `server` returns the process for a call, or null while none is running. */
  constructor(scene: LoadScene, server: (caller: number) => Server | null, people = 12) {
    this.scene = scene;
    this.server = server;
    this.workers = Array.from({ length: people }, (_, i) => this.work(i));
  }

  /** Continues until this many more users have paid, however slow the machine is. */
  async more(payments: number): Promise<void> {
    const enough = this.counts.payments.size + payments;
    while (this.counts.payments.size < enough) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  /** Lets every user finish after the servers are back. */
  async stop(): Promise<ConfirmedCalls> {
    this.going = false;
    await Promise.all(this.workers);
    return this.counts;
  }

  private async work(worker: number): Promise<void> {
    while (this.going) await this.person(worker, `${this.name}-${worker}-${this.serial++}`);
  }

  private async person(worker: number, id: string): Promise<void> {
    const { app, campaign } = this.scene;
    const clicked = await this.until(worker, `GET /?c=${campaign.displayId}`, 302, {
      host: app.domain,
      headers: { "user-agent": androidUserAgent },
    });
    const click = clicked && clickIdOf(clicked);
    if (!click) return;
    this.counts.clicks.push(click);
    const instance = { install_instance_id: id };
    const device_data = { install_ref: `cairn_click=${click}&utm_source=cairn` };
    if (!(await this.client(worker, "init", 202, { ...instance, platform: "ANDROID", device_data }))) return;
    this.counts.installs.push(id);
    if (!(await this.client(worker, "trigger", 200, { ...instance, user_data: { id } }))) return;
    this.counts.users.push(id);
    const event = { ...instance, event_name: "hike", event_id: id, event_data: { n: id } };
    if (await this.client(worker, "capture-event", 200, event)) this.counts.events.push(id);
    const amount = 1 + (this.serial % 7);
    const payment = { ...instance, user_id: id, payment_id: id, amount };
    if (!(await this.client(worker, "capture-payment", 201, payment))) return;
    this.counts.payments.set(id, amount);
    if (this.serial % 3 === 0) {
      // Apps also repeat confirmed calls if the response did not reach them.
      await this.client(worker, "capture-payment", 201, payment);
      await this.client(worker, "capture-event", 200, event);
      await this.client(worker, "init", 202, { ...instance, platform: "ANDROID", device_data });
    }
    if (this.serial % 5 === 0) {
      const tries = this.repeated.length;
      const removal = await this.client(worker, "remove-captured-payment", [200, 400], { payment_id: id });
      if (removal) this.counts.removed.add(id);
      // A repeated removal finds no payment, and is rejected with that message; the first one finds it.
      if (removal?.status === 400 && this.repeated.length === tries)
        this.wrong.push(`the payment ${id} was confirmed, and is not found: ${removal.text.slice(0, 200)}`);
    }
  }

  private client(worker: number, name: string, done: number | number[], body: object) {
    return this.until(worker, `POST /api/client/${name}`, done, {
      body: { token: this.scene.app.token, ...body },
    });
  }

  /** Repeats a call until it has the expected response. A fault may only appear as a 503. */
  private async until(
    worker: number,
    line: string,
    done: number | number[],
    call: AppCall,
  ): Promise<AppAnswer | null> {
    const expected = [done].flat();
    // Against what hangs, and for nothing else: a slow machine may need minutes to start the program again.
    const end = Date.now() + 240_000;
    while (Date.now() < end) {
      const answer = await this.server(worker)
        ?.call(line, call)
        .catch(() => null);
      if (answer && expected.includes(answer.status)) return answer;
      if (answer && answer.status !== 503) {
        this.wrong.push(`${line} answered ${answer.status}: ${answer.text.slice(0, 200)}`);
        return null;
      }
      this.repeated.push(`${line} ${answer?.status ?? "was not answered"}`);
      await pause(answer ? 100 : 25);
    }
    this.wrong.push(`${line} was not answered`);
    return null;
  }
}

async function missing(call: string[], stored: Promise<{ id: string }[]>): Promise<string[]> {
  const there = new Set((await stored).map(({ id }) => id));
  return call.filter((id) => !there.has(id));
}

/**
 * An install is decided without its click if that was still in a spool, and decided again after a minute. The tests do
 * not wait for that.
 */
async function evaluateAgain(app: AProject): Promise<void> {
  await decideEverything(app);
  await sql`update late_evidence set due_at = now() where project_id = ${app.project.id}`;
  for (let i = 0; i < 200; i++) {
    await decideEverything(app);
    const [due] = await sql<{ n: number }[]>`
      select count(*)::int as n from late_evidence where project_id = ${app.project.id} and due_at <= now()`;
    if (due!.n === 0) return decideEverything(app);
    await pause(50);
  }
  throw new Error("installs are not looked at again");
}

/** Checks the guarantees that must hold at any quiet moment, and returns the broken ones. */
export async function brokenPromises(
  { app }: LoadScene,
  crowds: ConfirmedCalls[],
): Promise<Record<string, unknown>> {
  const project = app.project.id;
  await evaluateAgain(app);
  const all = <T>(pick: (counts: ConfirmedCalls) => T[]) => crowds.flatMap(pick);
  const payments = new Map(all(({ payments }) => [...payments]));
  const removed = new Set(all(({ removed }) => [...removed]));
  const broken: Record<string, unknown> = {
    "clicks lost": await missing(
      all(({ clicks }) => clicks),
      sql`select id from clicks where project_id = ${project}`,
    ),
    "installs lost": await missing(
      all(({ installs }) => installs),
      sql`select install_instance_id as id from installs where project_id = ${project}`,
    ),
    "users lost": await missing(
      all(({ users }) => users),
      sql`select user_id as id from users where project_id = ${project}`,
    ),
    "events lost": await missing(
      all(({ events }) => events),
      sql`select data->>'n' as id from events where project_id = ${project}`,
    ),
    "events twice": await sql`
      select data->>'n' as id from events where project_id = ${project} group by 1 having count(*) > 1`,
    "payments lost": await missing(
      [...payments].map(([id, amount]) => `${id} ${amount * 100}`),
      sql`select payment_id || ' ' || amount_minor as id from payments where project_id = ${project}`,
    ),
    "payments not removed": await missing(
      [...removed],
      sql`select payment_id as id from payments where project_id = ${project} and removed_at is not null`,
    ),
    "installs decided twice": await sql`
      select s.id from installs s left join decisions d on d.project_id = ${project} and d.install_id = s.id
      where s.project_id = ${project}
      group by s.id, s.decision_version
      having count(d.version) <> s.decision_version or max(d.version) <> s.decision_version`,
    "attributed again without a reason": await sql`
      select d.install_id as id from decisions d
      where d.project_id = ${project} and d.version > 1 and (d.campaign_id is null or exists (
        select 1 from decisions before where before.project_id = ${project} and before.install_id = d.install_id
          and before.version < d.version and before.campaign_id is not null))`,
    "clicks used twice": await sql`
      select click_id as id from decisions where project_id = ${project} and click_id is not null
      group by 1 having count(*) > 1`,
    "ledger unlike facts": await findDifferences(project, app.project.timeZone),
  };
  return Object.fromEntries(Object.entries(broken).filter(([, found]) => (found as unknown[]).length > 0));
}
