/** The report of the domain check. Runs in the browser too. */
import { z } from "zod";
import { timestamp } from "@/lib/base/fields";

export const checkNames = [
  "dns",
  "tls",
  "reaches",
  "visitors",
  "apple_file",
  "android_file",
  "apple_copy",
] as const;
export type CheckName = (typeof checkNames)[number];

export const domainFinding = z.object({
  check: z.enum(checkNames),
  title: z.string(),
  state: z.enum(["ok", "warning", "problem", "skipped"]),
  /** The observation. */
  text: z.string(),
  /** The remedy; null if there is no problem. */
  remedy: z.string().nullable(),
});
export type DomainFinding = z.output<typeof domainFinding>;

export const diagnosis = z.object({
  host: z.string(),
  checked_at: timestamp,
  /** The most severe of the findings. */
  state: z.enum(["ok", "warning", "problem"]),
  findings: z.array(domainFinding),
});
export type Diagnosis = z.output<typeof diagnosis>;
