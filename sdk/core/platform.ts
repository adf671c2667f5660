/** The platform's interface to the core. All other files in this folder are platform-independent. */

/** Files in a folder outside backups, because a backup restored on another phone is another install. */
export type Files = {
  /** Null if the file does not exist. */
  read(name: string): Promise<string | null>;
  /** Resolves once the text is on the disk. */
  append(name: string, text: string): Promise<void>;
  /** Even after a power failure, the file has either its old or its new content. */
  replace(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
};

export type HttpResponse = { status: number; header(name: string): string | null; text: string };

export type Network = {
  /** Rejects if there is no response. */
  post(url: string, headers: Record<string, string>, body: string, timeoutMs: number): Promise<HttpResponse>;
  /** Calls back each time the device comes online. */
  onOnline(callback: () => void): void;
};

export type Clock = {
  /** Milliseconds since 1970 by the device's clock, which users can change. */
  wall(): number;
  /** Milliseconds since some time in this process. It never decreases. */
  monotonic(): number;
  /** Calls back after a delay; the result cancels it. */
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
  /** The `device_data` that is available immediately or within seconds. */
  read(): Promise<Record<string, unknown>>;
  /** Slower device data, such as a store's referrer at its third attempt; null if there is none. */
  readLate(): Promise<Record<string, unknown> | null>;
  /** Shows the system's prompt, if it has one. */
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
