import type { Consent } from "./consent";
import type { Attribution } from "./decision";
import type { Chance, Files, Logger } from "./platform";

/** The stored state of the SDK, apart from the queued calls. */
export type StoredState = {
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
  attribution: { decision: Attribution; at: number } | null;
  /** The app was started with Cairn before. */
  isStarted: boolean;
  /** The deferred link was passed to the app, or there is none. */
  isDeferredDelivered: boolean;
  /** Calls dropped for lack of space, not reported to the server yet. */
  dropped: number;
  /** Late evidence was sent. */
  isLateSent: boolean;
};

/** The file's name and keys are those of all earlier versions, so that an update continues the same install. */
const name = "cairn-kept.json";

type FileContent = Omit<StoredState, "attribution" | "isDeferredDelivered" | "isLateSent"> & {
  attribution: { answer: Attribution; at: number } | null;
  isDeferredTold: boolean;
  isLateTold: boolean;
};

/** Stored as one file, which is always replaced as a whole. */
export class StateFile {
  private readonly files: Files;
  private readonly log: Logger;
  readonly value: StoredState;
  private writing: Promise<void> = Promise.resolve();
  private isCleared = false;

  private constructor(files: Files, log: Logger, value: StoredState) {
    this.files = files;
    this.log = log;
    this.value = value;
  }

  static async open(files: Files, chance: Chance, wall: number, log: Logger): Promise<StateFile> {
    const fresh: StoredState = {
      install: chance.uuid(),
      installedAt: wall,
      enabled: true,
      consent: null,
      released: false,
      user: null,
      skew: null,
      attribution: null,
      isStarted: false,
      isDeferredDelivered: false,
      dropped: 0,
      isLateSent: false,
    };
    const text = await files.read(name).catch((error: unknown) => {
      log("error", `the stored state could not be read: ${String(error)}`);
      return null;
    });
    const state = new StateFile(files, log, text === null ? fresh : stateOf(text, fresh));
    if (text === null) await state.change({});
    return state;
  }

  /** False if the disk is full; the change then applies to this process only. */
  change(part: Partial<StoredState>): Promise<boolean> {
    if (this.isCleared) return Promise.resolve(false);
    Object.assign(this.value, part);
    const written = this.writing.then(() => this.files.replace(name, contentOf(this.value)));
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
    this.isCleared = true;
    await this.writing;
    await this.files.remove(name);
  }
}

function contentOf({ attribution, isDeferredDelivered, isLateSent, ...state }: StoredState): string {
  const content: FileContent = {
    ...state,
    attribution: attribution && { answer: attribution.decision, at: attribution.at },
    isDeferredTold: isDeferredDelivered,
    isLateTold: isLateSent,
  };
  return JSON.stringify(content);
}

/** Keys that an earlier version did not write keep their initial values. */
function stateOf(text: string, fresh: StoredState): StoredState {
  const {
    attribution,
    isDeferredTold: isDeferredDelivered,
    isLateTold: isLateSent,
    ...content
  } = parsed(text);
  return {
    ...fresh,
    ...content,
    attribution: attribution ? { decision: attribution.answer, at: attribution.at } : null,
    isDeferredDelivered: isDeferredDelivered ?? fresh.isDeferredDelivered,
    isLateSent: isLateSent ?? fresh.isLateSent,
  };
}

/** The file is always replaced as a whole, so invalid JSON counts as a missing file. */
function parsed(text: string): Partial<FileContent> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Partial<FileContent>) : {};
  } catch {
    return {};
  }
}
