import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Files, Network, Platform } from "@/sdk/core/platform";

/** Where the core runs on a real disk and a real network. */
export function nodePlatform(folder: string, logged: string[] = []): Platform {
  return {
    files: filesIn(folder),
    network,
    clock: {
      wall: Date.now,
      monotonic: () => performance.now(),
      after(ms, callback) {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    },
    chance: { uuid: randomUUID, fraction: Math.random },
    device: {
      platform: "ANDROID",
      appVersion: "2.1.0",
      read: async () => ({ brand: "Cairn", device_name: "Node" }),
      readLate: async () => null,
      requestTracking: async () => "UNSUPPORTED",
      applyConversionValue: async () => undefined,
    },
    log: (level, message) => void logged.push(`${level}: ${message}`),
    packageVersion: "node/1",
  };
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

function filesIn(folder: string): Files {
  mkdirSync(folder, { recursive: true });
  const at = (name: string) => join(folder, name);
  const write = async (path: string, flags: string, text: string) => {
    const file = await open(path, flags);
    try {
      await file.appendFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  };
  return {
    async read(name) {
      try {
        return await readFile(at(name), "utf8");
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    append: (name, text) => write(at(name), "a", text),
    async replace(name, text) {
      await write(at(`${name}.new`), "w", text);
      await rename(at(`${name}.new`), at(name));
    },
    remove: (name) => rm(at(name), { force: true }),
  };
}

const network: Network = {
  async post(url, headers, body, timeoutMs) {
    const answer = await fetch(url, {
      method: "POST",
      headers,
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.status, header: (name) => answer.headers.get(name), text: await answer.text() };
  },
  onOnline: () => undefined,
};
