import type { Consent } from "./consent";
import type { Attribution } from "./decision";
import type { Chance, Files, Logger } from "./platform";

/** The stored state of the SDK, apart from the queued calls. */
export type Kept = {
  install: string;
  /** By the device's clock. */
  installedAt: number;
  enabled: boolean;
  consent: Consent | null;
  released: boolean;
  /** The last identified user. */
  user: string | null;
  /** The server's time minus the device's. */
  skew: number | null;
  attribution: { answer: Attribution; at: number } | null;
  /** The app was started with Cairn before. */
  isStarted: boolean;
  /** The deferred link was passed to the app, or there is none. */
  isDeferredTold: boolean;
  /** Calls dropped for lack of space, not reported to the server yet. */
  dropped: number;
  /** Late evidence was sent. */
  isLateTold: boolean;
};

const name = "cairn-kept.json";

/** Stored as one file, which is always replaced as a whole. */
export class Keeper {
  private readonly files: Files;
  private readonly log: Logger;
  readonly value: Kept;
  private writing: Promise<void> = Promise.resolve();
  private isForgotten = false;

  private constructor(files: Files, log: Logger, value: Kept) {
    this.files = files;
    this.log = log;
    this.value = value;
  }

  static async open(files: Files, chance: Chance, wall: number, log: Logger): Promise<Keeper> {
    const fresh: Kept = {
      install: chance.uuid(),
      installedAt: wall,
      enabled: true,
      consent: null,
      released: false,
      user: null,
      skew: null,
      attribution: null,
      isStarted: false,
      isDeferredTold: false,
      dropped: 0,
      isLateTold: false,
    };
    const text = await files.read(name).catch((error: unknown) => {
      log("error", `the stored state could not be read: ${String(error)}`);
      return null;
    });
    const keeper = new Keeper(files, log, { ...fresh, ...parsed(text) });
    if (text === null) await keeper.change({});
    return keeper;
  }

  /** False if the disk is full; the change then applies to this process only. */
  change(part: Partial<Kept>): Promise<boolean> {
    if (this.isForgotten) return Promise.resolve(false);
    Object.assign(this.value, part);
    const written = this.writing.then(() => this.files.replace(name, JSON.stringify(this.value)));
    this.writing = written.catch((error: unknown) =>
      this.log("error", `the stored state could not be written: ${String(error)}`),
    );
    return written.then(
      () => true,
      () => false,
    );
  }

  /** Work in progress must not restore the file. */
  async clear(): Promise<void> {
    this.isForgotten = true;
    await this.writing;
    await this.files.remove(name);
  }
}

/** The file is always replaced as a whole, so invalid JSON counts as a missing file. */
function parsed(text: string | null): Partial<Kept> {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Partial<Kept>) : {};
  } catch {
    return {};
  }
}
