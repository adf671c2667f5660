/** What the core needs of the place where it runs. Everything else in this folder is computation. */

/** Files in a folder that backups leave out: a restored backup on another phone is another install. */
export type Files = {
  /** Null: there is no such file. */
  read(name: string): Promise<string | null>;
  /** Resolves once the text is on the disk. */
  append(name: string, text: string): Promise<void>;
  /** Whenever the power goes, the file is the old one or the new one, whole. */
  replace(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
};

export type HttpAnswer = { status: number; header(name: string): string | null; text: string };

export type Network = {
  /** Rejects when nobody answered. */
  post(url: string, headers: Record<string, string>, body: string, timeoutMs: number): Promise<HttpAnswer>;
  /** Calls back each time the device comes online. */
  onOnline(callback: () => void): void;
};

export type Clock = {
  /** Milliseconds since 1970, as the device believes. People set it. */
  wall(): number;
  /** Milliseconds since some moment of this process. Only ever grows. */
  monotonic(): number;
  /** Calls back after a while; the result takes that back. */
  after(ms: number, callback: () => void): () => void;
};

export type Chance = { uuid(): string /** From 0 up to 1. */; fraction(): number };

export type TrackingStatus = "AUTHORIZED" | "DENIED" | "RESTRICTED" | "NOT_DETERMINED" | "UNSUPPORTED";

/** The conversion value for Apple, from a response of the server. */
export type ConversionValue = {
  fine: number | null;
  coarse: "low" | "medium" | "high" | null;
  lock: boolean;
};

export type Device = {
  platform: "ANDROID" | "IOS";
  appVersion: string | null;
  /** The `device_data` that can be had at once or within seconds. */
  read(): Promise<Record<string, unknown>>;
  /** What took longer, such as a store's referrer at its third try; null when there is nothing more. */
  readLate(): Promise<Record<string, unknown> | null>;
  /** Asks the person, where the system has such a question. */
  requestTracking(): Promise<TrackingStatus>;
  applyConversionValue(value: ConversionValue): Promise<void>;
};

export type LogLevel = "off" | "error" | "warn" | "info";
export type Logger = (level: Exclude<LogLevel, "off">, message: string) => void;

export type Platform = {
  files: Files;
  network: Network;
  clock: Clock;
  chance: Chance;
  device: Device;
  log: Logger;
  /** Name and version of the package, sent with every start. */
  packageVersion: string;
};
