import type { Consent } from "./consent";
import type { Attribution } from "./decision";
import type { Chance, Files, Logger } from "./platform";

/** What outlives the process, beside the calls that wait. */
export type Kept = {
  install: string;
  /** By the wall clock of the device. */
  installedAt: number;
  enabled: boolean;
  consent: Consent | null;
  released: boolean;
  /** The user who was identified last. */
  user: string | null;
  /** Server's time minus the wall clock. */
  skew: number | null;
  attribution: { answer: Attribution; at: number } | null;
  /** The app was started with Cairn before. */
  isStarted: boolean;
  /** The deferred link was given to the app, or there is none. */
  isDeferredTold: boolean;
  /** Calls dropped for lack of space, not reported to the server yet. */
  dropped: number;
  /** Late evidence was handed on. */
  isLateTold: boolean;
};

const name = "cairn-kept.json";

/** Kept as one file that is replaced whole. */
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

  /** False: it holds for this process alone, for the disk took nothing. */
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

/** Replaced whole, it is ours or was made by nobody: text that is no JSON is as good as no file. */
function parsed(text: string | null): Partial<Kept> {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Partial<Kept>) : {};
  } catch {
    return {};
  }
}
