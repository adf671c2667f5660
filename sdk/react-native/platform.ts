import { utf8 } from "../core/bytes";
import type { Chance, Clock, Network, Platform } from "../core/platform";
import { sha256 } from "../core/sha256";
import type { Native } from "./native";

/** The used parts of React Native, so that tests can replace them. */
export type Host = {
  native: Native;
  /** Calls back whenever the app comes to the foreground. */
  onForeground(callback: () => void): void;
  fetch: typeof fetch;
};

export const packageVersion = "react-native/0.3.0";

export function platformOf({ native, onForeground, fetch }: Host): Platform {
  const { seed, platform, appVersion } = native.getConstants();
  return {
    files: native,
    network: networkOf(fetch, onForeground),
    clock,
    chance: chanceOf(seed),
    device: {
      platform,
      appVersion,
      read: () => native.device(),
      readLate: () => native.lateDevice(),
      requestTracking: () => native.requestTracking(),
      applyConversionValue: (value) => native.applyConversionValue(value),
    },
    log: (level, message) => console[level](`Cairn: ${message}`),
    packageVersion,
  };
}

const clock: Clock = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** React Native's engines have no secure random source, so IDs are derived from the native module's seed. */
export function chanceOf(seed: string): Chance {
  let drawn = 0;
  return {
    uuid() {
      const bytes = sha256(utf8(`${seed} ${drawn++}`)).slice(0, 16);
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      const text = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
      return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    },
    fraction: () => Math.random(),
  };
}

/** React Native itself does not report network changes. A user who returns to the app is often online. */
const networkOf = (request: typeof fetch, onForeground: Host["onForeground"]): Network => ({
  async post(url, headers, body, timeoutMs) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), timeoutMs);
    try {
      const answer = await request(url, { method: "POST", headers, body, signal: stop.signal });
      const text = await answer.text();
      return { status: answer.status, header: (name) => answer.headers.get(name), text };
    } finally {
      clearTimeout(timer);
    }
  },
  onOnline: onForeground,
});
