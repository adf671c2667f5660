import { type CallTime, serverTimeOf, skewOf } from "./call-time";
import type { Call } from "./calls";
import { type Consent, consentFields, permissionOf, withConsent } from "./consent";
import { type Attribution, readAttribution, readConversionValue } from "./decision";
import type { Platform } from "./platform";
import { problemOf } from "./problem";
import { Queue } from "./queue";
import type { QueuedCall } from "./queue-log";
import { Sender } from "./sender";
import type { SigningKey } from "./signing";
import { StateFile } from "./state-file";
import { type CallResult, type Target, Transport } from "./transport";

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
  readonly state: StateFile;
  readonly sender: Sender;
  readonly transport: Transport;
  isTest: boolean;
  private readonly run: string;
  private readonly device: () => Promise<Record<string, unknown>>;
  private readonly onSettled = new Map<number, (result: CallResult) => void>();

  static async open(platform: Platform, options: Options): Promise<Session> {
    const { files, chance, clock, log } = platform;
    const state = await StateFile.open(files, chance, clock.wall(), log);
    const queue = await Queue.open(files, log, clock.wall());
    return new Session(platform, options, state, queue);
  }

  private constructor(platform: Platform, options: Options, state: StateFile, queue: Queue) {
    this.platform = platform;
    this.options = options;
    const { clock, chance, log, network } = platform;
    this.state = state;
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
      now: () => clock.wall() + (state.value.skew ?? 0),
      learn: (date: string | null, sentAt: number) => this.learnSkew(date, sentAt),
    };
    this.transport = new Transport(target, network, serverClock, log);
    this.sender = new Sender({
      queue,
      transport: this.transport,
      clock,
      chance,
      log,
      maySend: () => this.permission() === "send",
      complete: (call) => this.complete(call),
      settled: (call, result) => this.settled(call, result),
    });
    network.onOnline(() => this.sender.retryNow());
  }

  permission(): "send" | "keep" | "drop" {
    const { enabled, consent, released } = this.state.value;
    return permissionOf({ enabled, consent, released, waitForConsent: this.options.waitForConsent === true });
  }

  /** True if the server would reject the call; logs the reason. */
  rejects({ path, body }: Call): boolean {
    const problem = problemOf(path, body);
    if (problem !== null) this.platform.log("warn", `${path} was not sent: ${problem}`);
    return problem !== null;
  }

  /** True once the call is on the disk. */
  async enqueue(call: Call, onResult?: (result: CallResult) => void): Promise<boolean> {
    if (this.rejects(call)) return false;
    const { path, body } = call;
    if (this.permission() === "drop") {
      this.platform.log("info", `${path} was not stored: Cairn is switched off on this device`);
      return false;
    }
    const added = await this.queue.add(path, body, this.callTime());
    if (added.dropped > 0) {
      await this.state.change({ dropped: this.state.value.dropped + added.dropped });
      this.platform.log("warn", `the queue is full: ${added.dropped} calls were dropped`);
    }
    if (onResult && added.added !== "full") this.onSettled.set(added.number, onResult);
    this.sender.wake();
    return added.added === "stored";
  }

  async start(link: string | undefined, onResult: () => void): Promise<void> {
    const { dropped } = this.state.value;
    const reported = dropped > 0 ? { device_data: { cairn_dropped_calls: dropped } } : {};
    const isStored = await this.enqueue({ path: "init", body: { link, ...reported } }, onResult);
    // The next start reports calls that were dropped to make room for this one.
    if (isStored && dropped > 0) await this.state.change({ dropped: this.state.value.dropped - dropped });
  }

  async attribution(): Promise<Attribution> {
    const body = { ...this.common(), ...this.age() };
    const { body: result } = await this.transport.send({ path: "attribution-data", body });
    return readAttribution(result);
  }

  /** Omitted fields stay unchanged, here and on the server. */
  async setConsent(consent: Consent): Promise<boolean> {
    const call = { path: "set-consent", body: consentFields(consent ?? {}) };
    if (this.rejects(call)) return false;
    await this.state.change({ consent: { ...this.state.value.consent, ...consent } });
    return this.enqueue(call);
  }

  sendDevice(device: Record<string, unknown>, onResult?: () => void): Promise<boolean> {
    const reported = withConsent(device, this.state.value.consent);
    return this.enqueue({ path: "attribution-data", body: { device_data: reported } }, onResult);
  }

  /** Sends device data that was available late as evidence, once. */
  async sendLate(): Promise<boolean> {
    // Before consent no device data is read; the next start can send it.
    if (this.state.value.isLateSent || this.permission() !== "send") return false;
    const late = await this.platform.device.readLate();
    if (late === null) return false;
    const isStored = await this.sendDevice(late);
    // The decision may have changed.
    if (isStored) await this.state.change({ isLateSent: true, attribution: null });
    return isStored;
  }

  private callTime(): CallTime {
    const { clock } = this.platform;
    return {
      wall: clock.wall(),
      monotonic: clock.monotonic(),
      run: this.run,
      skew: this.state.value.skew,
    };
  }

  private common(): Record<string, unknown> {
    return { install_instance_id: this.state.value.install, platform: this.platform.device.platform };
  }

  /** Seconds since the first start. The clock may have been changed since, so implausible values are left out. */
  private age(): { time_since_app_install?: number } {
    const seconds = (this.platform.clock.wall() - this.state.value.installedAt) / 1_000;
    return seconds >= 0 && seconds < 1e9 ? { time_since_app_install: seconds } : {};
  }

  private async complete({ path, body, made }: QueuedCall): Promise<Call> {
    // The server detects repeats of an opened link by its time, so that time must not change.
    const timestamp =
      path === "handle-deeplink" ? Math.round(made.wall) : serverTimeOf(made, this.callTime());
    const whole = { ...this.common(), ...this.age(), ...body, timestamp };
    return { path, body: path === "init" ? { ...whole, ...(await this.aboutStart(body)) } : whole };
  }

  /** Device data is read when the call is sent, so that no IDs are read before consent and late data is included. */
  private async aboutStart(body: Record<string, unknown>): Promise<Record<string, unknown>> {
    const { device, packageVersion } = this.platform;
    const known = withConsent(await this.device(), this.state.value.consent);
    return {
      app_version: device.appVersion,
      package_version: packageVersion,
      debug: this.isTest,
      device_data: { ...known, ...(body.device_data as Record<string, unknown> | undefined) },
    };
  }

  private settled(call: QueuedCall, result: CallResult): void {
    const { device, log } = this.platform;
    const value = device.platform === "IOS" ? readConversionValue(result.body) : null;
    if (value)
      device
        .applyConversionValue(value)
        .catch((error: unknown) =>
          log("warn", `Apple did not accept the conversion value: ${String(error)}`),
        );
    this.onSettled.get(call.number)?.(result);
    this.onSettled.delete(call.number);
  }

  private learnSkew(date: string | null, sentAt: number): void {
    const known = this.state.value.skew;
    const skew = skewOf(date, sentAt - (known ?? 0), this.platform.clock.wall());
    // Small differences come from the network delay and are not worth a write.
    if (skew !== null && (known === null || Math.abs(skew - known) > 5_000)) void this.state.change({ skew });
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
