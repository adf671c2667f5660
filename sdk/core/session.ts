import { type Consent, consentFields, gateOf, withConsent } from "./consent";
import { type Attribution, readAttribution, readConversionValue } from "./decision";
import { Keeper } from "./kept";
import { type Moment, serverTimeOf, skewOf } from "./moments";
import type { Platform } from "./platform";
import { problemOf } from "./problem";
import { Queue } from "./queue";
import type { QueuedCall } from "./queue-log";
import { Sender } from "./sender";
import type { SigningKey } from "./signing";
import { type Answered, type Call, type Target, Transport } from "./transport";

export type Options = {
  /** The address of your Cairn server, such as `https://links.example.com`. */
  server: string;
  /** The project's app token. */
  token: string;
  /** Required if the project requires signed calls. */
  key?: SigningKey | undefined;
  /** Nothing is sent before `setConsent`, or `setEnabled(true)`. */
  waitForConsent?: boolean | undefined;
  /** The link that opened the app, if any. */
  link?: string | null | undefined;
  /** Marks all calls as sent by a debug build. */
  testMode?: boolean | undefined;
};

/** The maximum time that a start waits for device data, such as the store's referrer. */
const deviceMs = 5_000;

/** The state after the files are open. */
export class Session {
  readonly platform: Platform;
  private readonly options: Options;
  readonly queue: Queue;
  readonly keeper: Keeper;
  readonly sender: Sender;
  readonly transport: Transport;
  isTest: boolean;
  private readonly run: string;
  private readonly device: () => Promise<Record<string, unknown>>;
  private readonly onSettled = new Map<number, (answer: Answered) => void>();

  static async open(platform: Platform, options: Options): Promise<Session> {
    const { files, chance, clock, log } = platform;
    const keeper = await Keeper.open(files, chance, clock.wall(), log);
    const queue = await Queue.open(files, log, clock.wall());
    return new Session(platform, options, keeper, queue);
  }

  private constructor(platform: Platform, options: Options, keeper: Keeper, queue: Queue) {
    this.platform = platform;
    this.options = options;
    const { clock, chance, log, network } = platform;
    this.keeper = keeper;
    this.queue = queue;
    this.run = chance.uuid();
    this.isTest = options.testMode === true;
    this.device = once(() => within(platform, deviceMs, platform.device.read()));
    const target: Target = {
      server: options.server.replace(/\/+$/, ""),
      token: options.token,
      key: options.key ?? null,
    };
    const serverClock = {
      now: () => clock.wall() + (keeper.value.skew ?? 0),
      learn: (date: string | null, sentAt: number) => this.learnSkew(date, sentAt),
    };
    this.transport = new Transport(target, network, serverClock, log);
    this.sender = new Sender({
      queue,
      transport: this.transport,
      clock,
      chance,
      log,
      mayLeave: () => this.gate() === "send",
      complete: (call) => this.complete(call),
      settled: (call, answer) => this.settled(call, answer),
    });
    network.onOnline(() => this.sender.retryNow());
  }

  gate(): "send" | "keep" | "drop" {
    const { enabled, consent, released } = this.keeper.value;
    return gateOf({ enabled, consent, released, waitForConsent: this.options.waitForConsent === true });
  }

  /** True if the server would reject the call; logs the reason. */
  refuses({ path, body }: Call): boolean {
    const problem = problemOf(path, body);
    if (problem !== null) this.platform.log("warn", `${path} was not sent: ${problem}`);
    return problem !== null;
  }

  /** True once the call is on the disk. */
  async say(call: Call, answered?: (answer: Answered) => void): Promise<boolean> {
    if (this.refuses(call)) return false;
    const { path, body } = call;
    if (this.gate() === "drop") {
      this.platform.log("info", `${path} was not stored: Cairn is switched off on this device`);
      return false;
    }
    const added = await this.queue.add(path, body, this.moment());
    if (added.dropped > 0) {
      await this.keeper.change({ dropped: this.keeper.value.dropped + added.dropped });
      this.platform.log("warn", `the queue is full: ${added.dropped} calls were dropped`);
    }
    if (answered && added.added !== "full") this.onSettled.set(added.number, answered);
    this.sender.wake();
    return added.added === "kept";
  }

  async start(link: string | undefined, answered: () => void): Promise<void> {
    const { dropped } = this.keeper.value;
    const reported = dropped > 0 ? { device_data: { cairn_dropped_calls: dropped } } : {};
    const isKept = await this.say({ path: "init", body: { link, ...reported } }, answered);
    // The next start reports calls that were dropped to make room for this one.
    if (isKept && dropped > 0) await this.keeper.change({ dropped: this.keeper.value.dropped - dropped });
  }

  async attribution(): Promise<Attribution> {
    const body = { ...this.common(), ...this.age() };
    const { body: answer } = await this.transport.send({ path: "attribution-data", body });
    return readAttribution(answer);
  }

  /** Omitted fields stay unchanged, here and on the server. */
  async setConsent(consent: Consent): Promise<boolean> {
    const call = { path: "set-consent", body: consentFields(consent ?? {}) };
    if (this.refuses(call)) return false;
    await this.keeper.change({ consent: { ...this.keeper.value.consent, ...consent } });
    return this.say(call);
  }

  tellDevice(device: Record<string, unknown>, answered?: () => void): Promise<boolean> {
    const reported = withConsent(device, this.keeper.value.consent);
    return this.say({ path: "attribution-data", body: { device_data: reported } }, answered);
  }

  /** Sends device data that was available late as evidence, once. */
  async tellLate(): Promise<boolean> {
    // Before consent no device data is read; the next start can send it.
    if (this.keeper.value.isLateTold || this.gate() !== "send") return false;
    const late = await this.platform.device.readLate();
    if (late === null) return false;
    const isSaid = await this.tellDevice(late);
    // The decision may have changed.
    if (isSaid) await this.keeper.change({ isLateTold: true, attribution: null });
    return isSaid;
  }

  private moment(): Moment {
    const { clock } = this.platform;
    return {
      wall: clock.wall(),
      monotonic: clock.monotonic(),
      run: this.run,
      skew: this.keeper.value.skew,
    };
  }

  private common(): Record<string, unknown> {
    return { install_instance_id: this.keeper.value.install, platform: this.platform.device.platform };
  }

  /** Seconds since the first start. The clock may have been changed since, so implausible values are left out. */
  private age(): { time_since_app_install?: number } {
    const seconds = (this.platform.clock.wall() - this.keeper.value.installedAt) / 1_000;
    return seconds >= 0 && seconds < 1e9 ? { time_since_app_install: seconds } : {};
  }

  private async complete({ path, body, made }: QueuedCall): Promise<Call> {
    // The server detects repeats of an opened link by its time, so that time must not change.
    const timestamp = path === "handle-deeplink" ? Math.round(made.wall) : serverTimeOf(made, this.moment());
    const whole = { ...this.common(), ...this.age(), ...body, timestamp };
    return { path, body: path === "init" ? { ...whole, ...(await this.aboutStart(body)) } : whole };
  }

  /** Device data is read when the call is sent, so that no IDs are read before consent and late data is included. */
  private async aboutStart(body: Record<string, unknown>): Promise<Record<string, unknown>> {
    const { device, packageVersion } = this.platform;
    const known = withConsent(await this.device(), this.keeper.value.consent);
    return {
      app_version: device.appVersion,
      package_version: packageVersion,
      debug: this.isTest,
      device_data: { ...known, ...(body.device_data as Record<string, unknown> | undefined) },
    };
  }

  private settled(call: QueuedCall, answer: Answered): void {
    const { device, log } = this.platform;
    const value = device.platform === "IOS" ? readConversionValue(answer.body) : null;
    if (value)
      device
        .applyConversionValue(value)
        .catch((error: unknown) =>
          log("warn", `Apple did not accept the conversion value: ${String(error)}`),
        );
    this.onSettled.get(call.number)?.(answer);
    this.onSettled.delete(call.number);
  }

  private learnSkew(date: string | null, sentAt: number): void {
    const known = this.keeper.value.skew;
    const skew = skewOf(date, sentAt - (known ?? 0), this.platform.clock.wall());
    // Small differences come from the network delay and are not worth a write.
    if (skew !== null && (known === null || Math.abs(skew - known) > 5_000))
      void this.keeper.change({ skew });
  }
}

/** An error in platform code must not affect the app. It is logged, and the result is empty. */
async function within(
  { clock, log }: Platform,
  ms: number,
  response: Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => resolve({}));
    response.then(resolve, (error: unknown) => {
      log("warn", `the device could not be read: ${String(error)}`);
      resolve({});
    });
    void response.finally(cancel).catch(() => undefined);
  });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
