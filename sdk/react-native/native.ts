import type { ConversionValue, TrackingStatus } from "../core/platform";

/** The common interface of the two native modules. */
export type Native = {
  getConstants(): {
    /** From the system's random source, new in each process. */
    seed: string;
    platform: "ANDROID" | "IOS";
    appVersion: string | null;
  };
  read(name: string): Promise<string | null>;
  append(name: string, text: string): Promise<void>;
  replace(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
  device(): Promise<Record<string, unknown>>;
  lateDevice(): Promise<Record<string, unknown> | null>;
  requestTracking(): Promise<TrackingStatus>;
  /** The clipboard text, if the user allows it. Only on iOS. */
  pasted?(): Promise<string | null>;
  applyConversionValue(value: ConversionValue): Promise<void>;
};
