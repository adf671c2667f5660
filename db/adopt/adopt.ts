import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The time of the last migration of 0.2: a database without it was never started by that version. */
const lastOfOldVersion = 1795442606963;

const sectionStart = /^--> section (\d+|always) .*$/m;

type Section = { appliedAt: number | null; statements: string[] };

function readSections(): Section[] {
  const text = readFileSync(join(process.cwd(), "db", "adopt", "0.2-to-0.3.sql"), "utf8");
  const [, ...parts] = text.split(sectionStart);
  return Array.from({ length: parts.length / 2 }, (_, i) => ({
    appliedAt: parts[2 * i] === "always" ? null : Number(parts[2 * i]),
    statements: parts[2 * i + 1]!.split("--> statement-breakpoint").filter(
      (statement) => statement.trim() !== "",
    ),
  }));
}

/**
 * What the database needs before the baseline describes it. `too-old` is a database that version 0.2 never migrated,
 * `none` a new one, one that has the baseline, or one of a version that is unknown here.
 */
export type Adoption = { kind: "none" } | { kind: "too-old" } | { kind: "adopt"; statements: string[] };

export function planAdoption(applied: number[], baseline: number): Adoption {
  const present = new Set(applied);
  if (applied.length === 0 || present.has(baseline)) return { kind: "none" };
  const sections = readSections();
  const later = new Set(sections.map(({ appliedAt }) => appliedAt));
  if (applied.some((at) => at > lastOfOldVersion && !later.has(at))) return { kind: "none" };
  if (!present.has(lastOfOldVersion)) return { kind: "too-old" };
  return {
    kind: "adopt",
    statements: sections
      .filter(({ appliedAt }) => appliedAt === null || !present.has(appliedAt))
      .flatMap(({ statements }) => statements),
  };
}
