import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/lib/base/env";
import { describeError, log } from "@/lib/base/log";
import { type KnownLinks, linksKnown, rememberLinks } from "@/lib/traffic/links/sites";

type Written = { of: string; at: number; known: KnownLinks };

const everyMs = 60_000;

const file = () => join(env.DATA_DIR, "links.json");

/** Identifies the database, because IDs mean something in one database only. */
const database = () =>
  createHash("sha256")
    .update(`${(env.DATABASE_URL ?? "").replace(/:[^:@/]*@/, "@")} ${env.DATABASE_SOCKET ?? ""}`)
    .digest("hex");

/**
 * Keeps the destinations of links on disk. A process that starts while the database is down can then redirect visitors
 * of links that were followed before. All destinations are loaded again once the database is back.
 */
export function persistLinkCache(): { stop(): Promise<void> } {
  recall();
  let writtenAt = performance.now();
  const write = async () => {
    const began = performance.now();
    const known = linksKnown(began);
    const isNew = ({ ageMs }: { ageMs: number }) => ageMs < began - writtenAt;
    if (!known.sites.some(isNew) && !known.campaigns.some(isNew)) return;
    const aside = `${file()}.${process.pid}`;
    try {
      await writeFile(aside, JSON.stringify({ of: database(), at: Date.now(), known } satisfies Written), {
        mode: 0o600,
      });
      await rename(aside, file());
      writtenAt = began;
    } catch (error) {
      await rm(aside, { force: true }).catch(() => {});
      log().debug(describeError(error), "link destinations can't be written to links.json");
    }
  };
  const timer = setInterval(() => void write(), everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await write();
    },
  };
}

function recall(): void {
  try {
    const { of, at, known } = JSON.parse(readFileSync(file(), "utf8")) as Written;
    if (of === database()) rememberLinks(known, Math.max(0, Date.now() - at), performance.now());
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return;
    log().warn(describeError(error), "link destinations can't be read from links.json in the data folder");
  }
}
