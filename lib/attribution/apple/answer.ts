/** Reads Apple's answer about a token of its ad service, or computes the time of the next request. Pure. */

/** An answer with Cairn's names. IDs are text, because IDs of some networks exceed a number. */
export type AppleAnswer = {
  campaignId: string;
  adGroupId: string | null;
  keywordId: string | null;
  adId: string | null;
  /** Precise to the minute; present only if the user allows tracking. */
  at: Date | null;
  isView: boolean;
  /** The app was on a device of the same owner before. */
  isRedownload: boolean;
  /** Apple's record for development and test builds. */
  isTest: boolean;
};

/** The value of every field in Apple's test record. */
const testId = "1234567890";

/** Null if no Apple ad led to the install, or if the answer cannot be read. */
export function readApple(body: unknown): AppleAnswer | null {
  if (typeof body !== "object" || body === null) return null;
  const fields = body as Record<string, unknown>;
  const campaignId = idIn(fields.campaignId);
  if (fields.attribution !== true || campaignId === null) return null;
  const adGroupId = idIn(fields.adGroupId);
  const isView = fields.claimType === "Impression";
  return {
    campaignId,
    adGroupId,
    keywordId: idIn(fields.keywordId),
    adId: idIn(fields.adId),
    at: dateIn(isView ? fields.impressionDate : fields.clickDate),
    isView,
    isRedownload: fields.conversionType === "Redownload",
    isTest: [campaignId, adGroupId, idIn(fields.orgId)].includes(testId),
  };
}

function idIn(value: unknown): string | null {
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return String(value);
  return typeof value === "string" && /^\d{1,20}$/.test(value) ? value : null;
}

/** `2024-10-08T17:17Z`: Apple omits the seconds. */
function dateIn(value: unknown): Date | null {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return null;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** The outcome of one request. */
export type AppleReply = { body: Record<string, unknown> } | { refused: string } | { notYet: string };

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Older tokens are not valid any more. */
const tokenMs = 24 * hour;

/** Pauses after the first try, the second and so on. */
const pauses = [5 * second, 5 * second, minute, 10 * minute, hour, 6 * hour];

/** Apple mostly answers by the second try; an install waits for no more tries, and no longer than the timeout. */
export const awaitedTries = 3;
const timeoutMs = 20 * second;

export type TokenState = { state: AppleState["state"]; tries: number };

/**
 * The time until which an install is not decided, because Apple may answer at any moment. Null if no answer is awaited.
 */
export function waitsForAppleUntil(token: TokenState | null, installedAt: Date, now: Date): Date | null {
  if (token?.state !== "WAITING" || token.tries >= awaitedTries) return null;
  const until = new Date(installedAt.getTime() + timeoutMs);
  return until > now ? until : null;
}

export type AppleState =
  | { state: "WAITING"; nextAt: Date; problem: string }
  | { state: "ANSWERED"; answer: Record<string, unknown> }
  | { state: "REFUSED" | "EXPIRED"; problem: string };

/** The state of a token after the given number of requests. */
export function stateAfterReply(reply: AppleReply, tries: number, receivedAt: Date, now: Date): AppleState {
  if ("body" in reply) return { state: "ANSWERED", answer: reply.body };
  if ("refused" in reply) return { state: "REFUSED", problem: reply.refused };
  const nextAt = new Date(now.getTime() + pauses[Math.min(tries, pauses.length) - 1]!);
  return nextAt.getTime() > receivedAt.getTime() + tokenMs
    ? { state: "EXPIRED", problem: reply.notYet }
    : { state: "WAITING", nextAt, problem: reply.notYet };
}
