import { answer, type Sent, type Server } from "@/sdk/testing/device";

/** What reached a server, as the real one tells repeats: by install, `event_id`, `payment_id` and a link's time. */
export type Stored = { path: string; key: string; body: Record<string, unknown> };

const keyOf = (body: Record<string, unknown>) => {
  const { timestamp, time_since_app_install, ...reported } = body;
  return String(body.event_id ?? body.payment_id ?? JSON.stringify(body.deeplink_url ? body : reported));
};

/** Stores calls; `fails` may answer in its place, and says whether the call was stored all the same. */
export class FakeServer {
  readonly stored: Stored[] = [];
  attribution: unknown = { deeplink: "", campaign_data: null, attribution_source: "PENDING" };
  hasBatch = true;
  /** Calls of these paths succeed, but their data is discarded. */
  discards: string[] = [];
  fails:
    | ((sent: Sent) => { status: number; headers?: Record<string, string>; stores?: boolean } | null)
    | null = null;
  /** The time of its own clock. */
  date: (() => number) | null = null;

  readonly answer: Server = (sent) => {
    const failure = this.fails?.(sent) ?? null;
    if (failure?.stores) this.take(sent);
    if (failure)
      return this.dated(failure.status, { msg: "x", status: failure.status, data: null }, failure.headers);
    if (sent.path === "batch" && !this.hasBatch)
      return this.dated(404, { msg: "Not found.", status: 404, data: null });
    const isDiscarded = this.discards.includes(sent.path);
    return this.dated(200, this.take(sent), isDiscarded ? { "cairn-stored": "false" } : {});
  };

  /** Names of events, in the order in which they were first stored. */
  get events(): unknown[] {
    return this.stored.filter(({ path }) => path === "capture-event").map(({ body }) => body.event_name);
  }

  private take({ path, body }: Sent): Record<string, unknown> {
    const whole = JSON.parse(body) as Record<string, unknown>;
    if (path !== "batch") return this.one(path, whole);
    const calls = whole.calls as { path: string; body: Record<string, unknown> }[];
    const answers = calls.map((call) => ({
      status: 200,
      ...(this.discards.includes(call.path) ? { stored: false } : {}),
      body: this.one(call.path, call.body),
    }));
    return { msg: "ok", status: 200, data: { answers } };
  }

  private one(path: string, body: Record<string, unknown>): Record<string, unknown> {
    if (path === "attribution-data") return { msg: "ok", status: 200, data: this.attribution };
    const key = keyOf(body);
    if (path === "init" || !this.stored.some((each) => each.path === path && each.key === key))
      this.stored.push({ path, key, body });
    const data = path === "handle-deeplink" ? { deeplink: "myapp://found" } : {};
    return { msg: "ok", status: 200, data };
  }

  private dated(status: number, body: unknown, headers: Record<string, string> = {}) {
    const date: Record<string, string> = this.date ? { date: new Date(this.date()).toUTCString() } : {};
    return answer(status, body, { ...date, ...headers });
  }
}
