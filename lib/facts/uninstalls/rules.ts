/** What an answer of a push service says of an install, and when it is asked about again. Pure. */
import { createHash } from "node:crypto";
import { type PushKind, uninstalledDays } from "@/lib/facts/uninstalls/push-kinds";

export type Environment = "production" | "sandbox";

/** What a service answered about one token; `words` are its own. */
export type PushReply = { words: string; environment?: Environment } & (
  | { is: "there" }
  /** `since`: when it stopped to be, where the service says so. */
  | { is: "gone"; since: Date | null }
  /** Nothing to learn from this token any more: it ran out, is none, or is of another app. */
  | { is: "expired" | "bad" | "foreign" }
  /** It says nothing of the token; `ofAll`: nor would it of others now. */
  | { is: "later"; ofAll: boolean; afterMs: number | null }
  /** It does not take the credentials. */
  | { is: "refused" }
);

export type PushResult = Exclude<PushReply["is"], "later" | "refused">;

/** As it is stored with the token. */
export type Probe = {
  environment?: Environment;
  /** The days on end on which it was gone: since when, the last one, and how many. */
  gone?: { since: string; day: string; days: number };
  /** Why it is not asked about any more. */
  ended?: "gone" | "expired" | "bad" | "foreign";
  /** The last answers, the newest first. */
  said: { at: string; is: PushResult; words: string }[];
};

export type ProbeResult = {
  probe: Probe;
  /** Null: not any more. */
  nextAt: Date | null;
  /** The service knew the token, so that it can say when the app is gone. */
  isAnswered: boolean;
  /** When it was first gone, once that has lasted. */
  uninstalledAt: Date | null;
};

const maxProbes = 6;
const dayMs = 86_400_000;
const minuteMs = 60_000;

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** A token of Apple's is all hexadecimal, and one of Firebase's has a colon; else the platform says. */
export function pushKindOf(token: string, platform: string | null): PushKind {
  if (/^[0-9a-f]{64,}$/i.test(token)) return "apns";
  if (token.includes(":")) return "fcm";
  return platform?.toUpperCase() === "IOS" ? "apns" : "fcm";
}

/** The minute of the day at which an install is checked: constant for each install, and spread over the day. */
const minuteOf = (instance: string) =>
  createHash("sha256").update(instance).digest().readUInt32BE(0) % (dayMs / minuteMs);

/** Its next turn, at least half a day later, so that one that was late does not come twice in a row. */
export function nextTurn(instance: string, after: Date): Date {
  const min = after.getTime() + dayMs / 2;
  const turn = Math.floor(min / dayMs) * dayMs + minuteOf(instance) * minuteMs;
  return new Date(turn < min ? turn + dayMs : turn);
}

/** What an answer about a token makes of what was known. */
export function judgeProbe(
  before: Probe | null,
  reply: Exclude<PushReply, { is: "later" | "refused" }>,
  about: { instance: string; tokenAt: Date; openedAt: Date | null; now: Date },
): ProbeResult {
  const { instance, tokenAt, openedAt, now } = about;
  const environment = reply.environment ?? before?.environment;
  const probe: Probe = {
    ...(environment ? { environment } : {}),
    said: [{ at: now.toISOString(), is: reply.is, words: reply.words }, ...(before?.said ?? [])].slice(
      0,
      maxProbes,
    ),
  };
  const goesOn = { nextAt: nextTurn(instance, now), uninstalledAt: null };
  if (reply.is === "there") return { ...goesOn, probe, isAnswered: true };
  if (reply.is !== "gone")
    return { probe: { ...probe, ended: reply.is }, nextAt: null, isAnswered: false, uninstalledAt: null };
  // The result is older than the app's latest token.
  if (reply.since !== null && reply.since < tokenAt)
    return {
      ...goesOn,
      probe: { ...probe, ...(before?.gone ? { gone: before.gone } : {}) },
      isAnswered: true,
    };
  const unregistered = uninstalledSince(before?.gone, openedAt, now);
  if (unregistered.days < uninstalledDays)
    return { ...goesOn, probe: { ...probe, gone: unregistered }, isAnswered: true };
  return {
    probe: { ...probe, gone: unregistered, ended: "gone" },
    nextAt: null,
    isAnswered: true,
    uninstalledAt: new Date(unregistered.since),
  };
}

/** One more day, unless the app was opened meanwhile. */
function uninstalledSince(
  before: Probe["gone"] | undefined,
  openedAt: Date | null,
  now: Date,
): NonNullable<Probe["gone"]> {
  const today = dayOf(now);
  if (before === undefined || (openedAt !== null && openedAt.toISOString() > before.since))
    return { since: now.toISOString(), day: today, days: 1 };
  return { since: before.since, day: today, days: before.days + (before.day === today ? 0 : 1) };
}

const firstPauseMs = 5 * minuteMs;
const maxPauseMs = 6 * 60 * minuteMs;

/** How long a service is left alone that says to ask later, so often in a row. */
export const pauseMs = (failures: number, afterMs: number | null): number =>
  Math.min(dayMs, Math.max(afterMs ?? 0, Math.min(firstPauseMs * 2 ** Math.min(failures, 10), maxPauseMs)));
