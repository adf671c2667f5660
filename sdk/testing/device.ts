import type {
  ConversionValue,
  Files,
  HttpResponse,
  LogLevel,
  Platform,
  TrackingStatus,
} from "@/sdk/core/platform";

/** A phone for tests: a disk that can fill up, clocks that stand still until they are moved, a simulated network. */

/** Files in memory. A write beyond `room` leaves the bytes that still fit, and fails, as a full disk does. */
export class Disk implements Files {
  readonly files = new Map<string, string>();
  room = Number.POSITIVE_INFINITY;

  async read(name: string): Promise<string | null> {
    return this.files.get(name) ?? null;
  }

  async append(name: string, text: string): Promise<void> {
    const fits = text.slice(0, Math.max(0, this.room));
    this.room -= fits.length;
    this.files.set(name, (this.files.get(name) ?? "") + fits);
    if (fits.length < text.length) throw new Error("ENOSPC");
  }

  async replace(name: string, text: string): Promise<void> {
    if (text.length > this.room) throw new Error("ENOSPC");
    this.files.set(name, text);
  }

  async remove(name: string): Promise<void> {
    this.files.delete(name);
  }

  copy(): Disk {
    const copy = new Disk();
    for (const [name, text] of this.files) copy.files.set(name, text);
    return copy;
  }
}

export class Clocks {
  now = Date.UTC(2026, 0, 1);
  up = 5_000;
  private timers: { at: number; callback: () => void }[] = [];

  wall = () => this.now;
  monotonic = () => this.up;
  after = (ms: number, callback: () => void) => {
    const timer = { at: this.up + ms, callback };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  };

  /** Lets time pass, and what waited for it happen, in its order. */
  async pass(ms: number): Promise<void> {
    const end = this.up + ms;
    for (;;) {
      await settle();
      const [next] = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.timers = this.timers.filter((each) => each !== next);
      this.now += Math.max(0, next.at - this.up);
      this.up = Math.max(this.up, next.at);
      next.callback();
    }
    this.now += end - this.up;
    this.up = end;
    await settle();
  }
}

/** Everything that needs no time has happened. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await new Promise(setImmediate);
}

export type Sent = { url: string; path: string; headers: Record<string, string>; body: string };
export type Server = (sent: Sent) => Promise<HttpResponse> | HttpResponse;

export const answer = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): HttpResponse => ({
  status,
  header: (name) => headers[name] ?? null,
  text: typeof body === "string" ? body : JSON.stringify(body),
});

export type Phone = Platform & {
  disk: Disk;
  clocks: Clocks;
  sent: Sent[];
  logged: [LogLevel, string][];
  conversionValues: ConversionValue[];
  known: { now: Record<string, unknown>; late: Record<string, unknown> | null; tracking: TrackingStatus };
  comeOnline: () => void;
};

let made = 0;

export function aPhone(
  server: Server,
  options: { disk?: Disk; clocks?: Clocks; platform?: "ANDROID" | "IOS" } = {},
): Phone {
  const disk = options.disk ?? new Disk();
  const clocks = options.clocks ?? new Clocks();
  const sent: Sent[] = [];
  const logged: Phone["logged"] = [];
  const conversionValues: ConversionValue[] = [];
  const known: Phone["known"] = { now: { brand: "Cairn" }, late: null, tracking: "UNSUPPORTED" };
  let online = () => {};
  let serial = 0;
  const phone = ++made;
  return {
    disk,
    clocks,
    sent,
    logged,
    conversionValues,
    known,
    comeOnline: () => online(),
    files: disk,
    clock: clocks,
    chance: { uuid: () => `phone-${phone}-${serial++}`, fraction: () => 0.5 },
    log: (level, message) => void logged.push([level, message]),
    packageVersion: "test/1",
    network: {
      async post(url, headers, body) {
        const one = { url, path: new URL(url).pathname.slice("/api/client/".length), headers, body };
        sent.push(one);
        return server(one);
      },
      onOnline: (callback) => {
        online = callback;
      },
    },
    device: {
      platform: options.platform ?? "ANDROID",
      appVersion: "2.1.0",
      read: async () => known.now,
      readLate: async () => known.late,
      requestTracking: async () => known.tracking,
      applyConversionValue: async (value) => void conversionValues.push(value),
    },
  };
}
