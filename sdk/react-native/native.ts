import type { ConversionValue, TrackingStatus } from "../core/platform";

/** What the two native modules offer, by one name. */
export type Native = {
  getConstants(): {
    /** Made by the system's source of chance, anew in each process. */
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
  /** What is on the clipboard, where the person allows it. Only on iOS. */
  pasted?(): Promise<string | null>;
  applyConversionValue(value: ConversionValue): Promise<void>;
};
