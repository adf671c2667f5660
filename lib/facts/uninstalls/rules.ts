/** Interprets a push service's response for an install, and schedules the next check. Pure. */
import { createHash } from "node:crypto";
import { minUnregisteredDays, type PushKind } from "@/lib/facts/uninstalls/push-kinds";

export type ApnsEnvironment = "production" | "sandbox";

/** A service's response for one token; `text` is the service's text. */
export type PushReply = { text: string; environment?: ApnsEnvironment } & (
  | { is: "there" }
  /** `since`: when the token became invalid, if the service reports it. */
  | { is: "unregistered"; since: Date | null }
  /** No further results from this token: it expired, is malformed, or belongs to another app. */
  | { is: "expired" | "bad" | "foreign" }
  /** No result for this token; `ofAll`: other tokens would have the same reply now. */
  | { is: "later"; ofAll: boolean; afterMs: number | null }
  /** The service rejects the credentials. */
  | { is: "refused" }
);

export type PushResult = Exclude<PushReply["is"], "later" | "refused">;

/** The state stored with the token. */
export type ProbeState = {
  environment?: ApnsEnvironment;
  /** Days on which the token was reported as unregistered: the start, the last day, and their number. */
  unregistered?: { since: string; day: string; days: number };
  /** Why the token is no longer checked. */
  ended?: "unregistered" | "expired" | "bad" | "foreign";
  /** The last responses, the newest first. */
  responses: { at: string; is: PushResult; text: string }[];
};

type StoredResponse = { at: string; is: string; words?: string; text?: string };
export type StoredProbe = Pick<ProbeState, "environment" | "unregistered"> & {
  gone?: ProbeState["unregistered"];
  ended?: string;
  said?: StoredResponse[];
  responses?: StoredResponse[];
};

const currentResult = (is: string) => (is === "gone" ? "unregistered" : is);

/** Rows of earlier versions have other names of keys and results. */
export const readResponse = ({ at, is, words, text }: StoredResponse) => ({
  at,
  is: currentResult(is),
  text: text ?? words ?? "",
});

export function readProbe({ gone, ended, said: earlier, responses, ...probe }: StoredProbe): ProbeState {
  const unregistered = probe.unregistered ?? gone;
  return {
    ...probe,
    ...(unregistered ? { unregistered } : {}),
    ...(ended ? { ended: currentResult(ended) as NonNullable<ProbeState["ended"]> } : {}),
    responses: (responses ?? earlier ?? []).map(readResponse) as ProbeState["responses"],
  };
}

export type ProbeResult = {
  probe: ProbeState;
  /** Null: no further checks. */
  nextAt: Date | null;
  /** The service knew the token, so it can report when the app is uninstalled. */
  isAnswered: boolean;
  /** When the token was first unregistered, if enough days have followed. */
  uninstalledAt: Date | null;
};

const maxProbes = 6;
const dayMs = 86_400_000;
const minuteMs = 60_000;

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** Apple's tokens are hexadecimal, and Firebase's contain a colon; otherwise the platform decides. */
export function pushKindOf(token: string, platform: string | null): PushKind {
  if (/^[0-9a-f]{64,}$/i.test(token)) return "apns";
  if (token.includes(":")) return "fcm";
  return platform?.toUpperCase() === "IOS" ? "apns" : "fcm";
}

/** The minute of the day at which an install is checked: constant for each install, and spread over the day. */
const minuteOf = (instance: string) =>
  createHash("sha256").update(instance).digest().readUInt32BE(0) % (dayMs / minuteMs);

/** The next check, at least half a day later, so that a late check is not repeated at once. */
export function nextProbe(instance: string, after: Date): Date {
  const min = after.getTime() + dayMs / 2;
  const turn = Math.floor(min / dayMs) * dayMs + minuteOf(instance) * minuteMs;
  return new Date(turn < min ? turn + dayMs : turn);
}

/** Combines a response for a token with the earlier results. */
export function evaluateProbe(
  before: ProbeState | null,
  reply: Exclude<PushReply, { is: "later" | "refused" }>,
  about: { instance: string; tokenAt: Date; openedAt: Date | null; now: Date },
): ProbeResult {
  const { instance, tokenAt, openedAt, now } = about;
  const environment = reply.environment ?? before?.environment;
  const probe: ProbeState = {
    ...(environment ? { environment } : {}),
    responses: [
      { at: now.toISOString(), is: reply.is, text: reply.text },
      ...(before?.responses ?? []),
    ].slice(0, maxProbes),
  };
  const stillInstalled = { nextAt: nextProbe(instance, now), uninstalledAt: null };
  if (reply.is === "there") return { ...stillInstalled, probe, isAnswered: true };
  if (reply.is !== "unregistered")
    return { probe: { ...probe, ended: reply.is }, nextAt: null, isAnswered: false, uninstalledAt: null };
  // The result is older than the app's latest token.
  if (reply.since !== null && reply.since < tokenAt)
    return {
      ...stillInstalled,
      probe: { ...probe, ...(before?.unregistered ? { unregistered: before.unregistered } : {}) },
      isAnswered: true,
    };
  const unregistered = uninstalledSince(before?.unregistered, openedAt, now);
  if (unregistered.days < minUnregisteredDays)
    return { ...stillInstalled, probe: { ...probe, unregistered }, isAnswered: true };
  return {
    probe: { ...probe, unregistered, ended: "unregistered" },
    nextAt: null,
    isAnswered: true,
    uninstalledAt: new Date(unregistered.since),
  };
}

/** Adds one day, unless the app was opened in between. */
function uninstalledSince(
  before: ProbeState["unregistered"] | undefined,
  openedAt: Date | null,
  now: Date,
): NonNullable<ProbeState["unregistered"]> {
  const today = dayOf(now);
  if (before === undefined || (openedAt !== null && openedAt.toISOString() > before.since))
    return { since: now.toISOString(), day: today, days: 1 };
  return { since: before.since, day: today, days: before.days + (before.day === today ? 0 : 1) };
}

const firstPauseMs = 5 * minuteMs;
const maxPauseMs = 6 * 60 * minuteMs;

/** The pause before the next query of a service that is unavailable, after a number of failures in a row. */
export const backoffMs = (failures: number, afterMs: number | null): number =>
  Math.min(dayMs, Math.max(afterMs ?? 0, Math.min(firstPauseMs * 2 ** Math.min(failures, 10), maxPauseMs)));
