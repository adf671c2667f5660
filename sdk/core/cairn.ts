import { before } from "./before";
import type { AdRevenue, Call, Payment, User } from "./calls";
import * as calls from "./calls";
import type { Consent } from "./consent";
import { type Attribution, readDeeplink } from "./decision";
import { type Deeplink, Deeplinks } from "./deeplinks";
import { LeveledLog } from "./leveled-log";
import type { LogLevel, Platform, TrackingStatus } from "./platform";
import { optionsProblem } from "./problem";
import { type Options, Session } from "./session";

const day = 24 * 60 * 60_000;
/** The maximum time that a link waits for the attribution. */
const linkMs = 1_500;
/** The delays between polls for the attribution after a start, in milliseconds. */
const pollDelays = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/**
 * Attribution and events of one app. Methods do not throw or wait for the network, except `attribution`, up to its
 * timeout. Calls before `start` wait for it. Methods that send data return true once it is on disk: it then reaches the
 * server, and counts once.
 */
export class Cairn {
  private readonly platform: Platform;
  private readonly deeplinks: Deeplinks;
  private readonly logged: LeveledLog;
  private session: Promise<Session>;
  private begin: (session: Session) => void = () => undefined;
  private opened: Session | null = null;
  /** A deferred link that waits until the app listens. */
  private deferredUrl: string | null = null;
  private isFirstStart = false;

  constructor(platform: Platform) {
    this.logged = new LeveledLog(platform.log);
    this.platform = { ...platform, log: this.logged.write };
    this.deeplinks = new Deeplinks(this.logged.write);
    this.session = this.untilStart();
  }

  /** Call it at every start of the app. */
  async start(options: Options): Promise<void> {
    if (this.opened) return this.platform.log("warn", "start was already called; the first call applies");
    const problem = optionsProblem(options);
    if (problem !== null) return this.platform.log("warn", `Cairn was not started: ${problem}`);
    try {
      const session = await Session.open(this.platform, options);
      if (this.opened) return;
      this.opened = session;
      this.isFirstStart = !session.state.value.isStarted;
      const link = options.link ?? undefined;
      await session.start(link, () => void this.pollForLink(session));
      this.begin(session);
      if (this.isFirstStart) await session.state.change({ isStarted: true });
      if (link !== undefined && this.isFirstStart) {
        // The first start already delivered the link; the deferred one would be the same.
        const reported = () => void session.state.change({ isDeferredDelivered: true });
        this.deeplinks.deliver({ url: link, isDeferred: false, isGuess: false }, reported);
      } else if (link !== undefined) await this.handleLink(link);
      void this.sendLate(session);
    } catch (error) {
      this.platform.log("error", `Cairn could not start: ${String(error)}`);
    }
  }

  /** The attribution of this install. Pending if the server has not decided within that time. */
  async attribution(timeoutMs = 1_500): Promise<Attribution> {
    const { clock } = this.platform;
    const end = clock.monotonic() + timeoutMs;
    const left = () => end - clock.monotonic();
    const session = await before(clock, timeoutMs, this.session);
    let last: Attribution = { state: "pending", retryAfterMs: null };
    while (session && left() > 0) {
      last = (await before(clock, left(), this.fetchAttribution(session))) ?? last;
      if (last.state === "decided") return last;
      const pause = Math.min(last.retryAfterMs ?? 500, left());
      if (pause > 0) await this.pause(pause);
    }
    return last;
  }

  /** Reports direct and deferred links, each once, including those from before the app listened. */
  onDeeplink(callback: (link: Deeplink) => void): () => void {
    return this.deeplinks.listen(callback);
  }

  /** Report a link that opened the running app. Its destination is sent to `onDeeplink`. */
  async handleLink(url: string): Promise<boolean> {
    return this.guarded(async (session) => {
      if (session.rejects(calls.linkCall(url))) return false;
      let isReported = false;
      const send = (found: string) => {
        if (isReported) return;
        isReported = true;
        this.deeplinks.deliver({ url: found, isDeferred: false, isGuess: false });
      };
      // In the first session, the app was installed for this link, so the deferred link would be the same.
      if (this.isFirstStart && !this.deferredUrl) await session.state.change({ isDeferredDelivered: true });
      const cancel = this.platform.clock.after(linkMs, () => send(url));
      return session.enqueue(calls.linkCall(url), ({ body }) => {
        cancel();
        send(readDeeplink(body) ?? url);
      });
    });
  }

  /**
   * Report text that the user pasted in the app, after a tap. If it is the link copied by a landing page, the exact
   * click is known, and `onDeeplink` receives its link. Returns false for any other text, which is not sent.
   */
  async pasteLink(text: string): Promise<boolean> {
    const link = calls.pastedLink(text);
    if (link !== null)
      return this.guarded((session) =>
        session.sendDevice({ pasted_link: link }, () => void this.pollForPastedLink(session)),
      );
    this.platform.log("info", "the pasted text is not a landing page link, and was not sent");
    return false;
  }

  /** Call it after each sign-up and sign-in. Before it, events and payments have no user and are not stored. */
  async identify(user: User): Promise<boolean> {
    return this.guarded(async (session) => {
      const call = calls.identifyCall(user);
      if (session.rejects(call)) return false;
      await session.state.change({ user: user.id });
      return session.enqueue(call);
    });
  }

  /** Adds data of the last identified user. */
  async setUser(data: Record<string, unknown>): Promise<boolean> {
    return this.guarded(async (session) => {
      const { user } = session.state.value;
      if (user !== null) return session.enqueue(calls.setUserCall(user, data));
      this.platform.log("warn", "setUser was called before identify: the user is unknown");
      return false;
    });
  }

  /** `amount` is in the project's currency and adds up in reports. */
  event(name: string, data?: Record<string, unknown>, amount?: number): Promise<boolean> {
    return this.report(calls.eventCall(this.platform.chance.uuid(), name, data, amount));
  }

  payment(payment: Payment): Promise<boolean> {
    return this.report(calls.paymentCall(payment));
  }

  /** Call it when the ad SDK reports what an impression earned. The user need not be identified. */
  adRevenue(revenue: AdRevenue): Promise<boolean> {
    return this.report(calls.adRevenueCall(this.platform.chance.uuid(), revenue));
  }

  removePayment(id: string): Promise<boolean> {
    return this.report(calls.removePaymentCall(id));
  }

  setPushToken(token: string): Promise<boolean> {
    return this.report(calls.pushTokenCall(token));
  }

  /** The install's ID with another service, such as `braze_device_id`. */
  setIntegration(name: string, id: string): Promise<boolean> {
    return this.report(calls.integrationCall(name, id));
  }

  /** The user's consent. With `waitForConsent`, sending begins. */
  setConsent(consent: Consent): Promise<boolean> {
    return this.guarded((session) => session.setConsent(consent));
  }

  /** Shows Apple's tracking prompt, and sends the user's choice to the server. */
  async requestTracking(): Promise<TrackingStatus> {
    try {
      const status = await this.platform.device.requestTracking();
      if (status !== "UNSUPPORTED") {
        const session = await this.session;
        await session.enqueue({ path: "set-consent", body: { att_status: status } });
        const { idfa } = status === "AUTHORIZED" ? await this.platform.device.read() : {};
        if (idfa !== undefined) await session.sendDevice({ idfa });
      }
      return status;
    } catch (error) {
      this.platform.log("error", `the tracking prompt could not be shown: ${String(error)}`);
      return "UNSUPPORTED";
    }
  }

  /** False stops everything and deletes waiting calls. It remains in effect until true is passed. */
  async setEnabled(enabled: boolean): Promise<void> {
    if (typeof enabled !== "boolean") return this.platform.log("warn", "setEnabled needs true or false");
    await this.guarded(async (session) => {
      await session.state.change(enabled ? { enabled, released: true } : { enabled });
      if (enabled) session.sender.wake();
      else await session.queue.clear();
      return true;
    });
  }

  /**
   * Deletes all data on this device, including its ID. Nothing is sent until the next `start`, when the app counts as a
   * new install. The server's data must be erased there.
   */
  async forgetMe(): Promise<void> {
    await this.guarded(async (session) => {
      session.sender.stop();
      this.opened = null;
      this.deferredUrl = null;
      this.session = this.untilStart();
      this.deeplinks.clear();
      await session.queue.clear();
      await session.state.clear();
      return true;
    });
  }

  async testMode(isTest = true): Promise<void> {
    await this.guarded(async (session) => {
      session.isTest = isTest;
      return true;
    });
  }

  log(level: LogLevel): void {
    this.logged.show(level);
  }

  private untilStart(): Promise<Session> {
    return new Promise((resolve) => {
      this.begin = resolve;
    });
  }

  private report(call: Call): Promise<boolean> {
    return this.guarded((session) => session.enqueue(call));
  }

  private async guarded(step: (session: Session) => Promise<boolean>): Promise<boolean> {
    try {
      return await step(await this.session);
    } catch (error) {
      this.platform.log("error", String(error));
      return false;
    }
  }

  /** The known decision, or the server's current one. */
  private async fetchAttribution(session: Session): Promise<Attribution> {
    const stored = session.state.value.attribution;
    if (stored && Math.abs(this.platform.clock.wall() - stored.at) < day) return stored.decision;
    if (session.permission() !== "send") return { state: "pending", retryAfterMs: null };
    const result = await session.attribution();
    if (result.state === "decided" && this.opened === session) {
      await session.state.change({ attribution: { decision: result, at: this.platform.clock.wall() } });
      this.deliverDeferred(session, result);
    }
    return result;
  }

  private deliverDeferred(session: Session, result: Attribution): void {
    if (result.state !== "decided" || result.deeplink === null) return;
    const { state } = session;
    // If the server does not report whether the match is a guess, it may be one.
    const link = { url: result.deeplink, isDeferred: true, isGuess: result.isGuess !== false };
    if (state.value.isDeferredDelivered || this.deferredUrl === link.url) return;
    this.deferredUrl = link.url;
    this.deeplinks.deliver(link, () => void state.change({ isDeferredDelivered: true }));
  }

  /** Polls the attribution of a new install for some minutes, so that the app gets its link as soon as possible. */
  private async pollForLink(session: Session): Promise<void> {
    try {
      for (const ms of pollDelays) {
        if (this.opened !== session || session.state.value.isDeferredDelivered) return;
        if ((await this.fetchAttribution(session)).state === "decided") return;
        await this.pause(ms);
      }
    } catch (error) {
      this.platform.log("warn", `the attribution could not be read: ${String(error)}`);
    }
  }

  /** Polls until the server has decided with the pasted link, because an earlier decision may have been a guess. */
  private async pollForPastedLink(session: Session): Promise<void> {
    try {
      for (const ms of pollDelays) {
        await this.pause(ms);
        if (this.opened !== session || session.permission() !== "send") return;
        const result = await session.attribution();
        if (result.state !== "decided" || result.isGuess !== false || result.deeplink === null) continue;
        const known = { decision: result, at: this.platform.clock.wall() };
        await session.state.change({ attribution: known, isDeferredDelivered: false });
        return this.deliverDeferred(session, result);
      }
    } catch (error) {
      this.platform.log("warn", `the attribution could not be read: ${String(error)}`);
    }
  }

  private async sendLate(session: Session): Promise<void> {
    try {
      if (await session.sendLate()) await this.pollForLink(session);
    } catch (error) {
      this.platform.log("warn", `late device data could not be read: ${String(error)}`);
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.platform.clock.after(ms, resolve));
  }
}
