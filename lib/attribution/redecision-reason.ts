/** Explains why a decision was made again, by comparing its evidence with the earlier decision. Pure. */
import { durationText } from "@/lib/attribution/explain";
import type { Candidate } from "@/lib/attribution/touches/touches";

export type DecisionVersion = {
  decided_at: Date;
  rules: string;
  counted: boolean;
  candidates: readonly Candidate[];
  evidence: Record<string, unknown>;
};

const isThere = (value: unknown) =>
  value !== undefined && value !== null && value !== "unknown" && value !== "none";

/** New evidence: its label, and whether only the later decision has it. */
const arrivals: [what: string, is: (now: DecisionVersion, before: DecisionVersion) => boolean][] = [
  ["An advertising ID", hasNew("advertising_id")],
  ["Apple's answer about its ad token", hasNew("apple")],
  ["Google's claim of the install", hasNew("google")],
  ["The link that opened it", hasNew("link")],
  [
    "An install referrer",
    ({ evidence: now }, { evidence: before }) => isThere(now.referrer) && now.referrer !== before.referrer,
  ],
];

function hasNew(name: string) {
  return ({ evidence: now }: DecisionVersion, { evidence: before }: DecisionVersion) =>
    isThere(now[name]) && !isThere(before[name]);
}

export function redecisionReason(now: DecisionVersion, before: DecisionVersion): string {
  const later = durationText(Math.max(0, now.decided_at.getTime() - before.decided_at.getTime()));
  const arrived = arrivals.find(([, is]) => is(now, before));
  if (arrived) return `${arrived[0]} arrived, and the install was attributed again ${later} later.`;
  if (now.counted !== before.counted)
    return now.counted
      ? `Its device is no longer a test device: attributed again ${later} later.`
      : `Its device was marked as a test device: attributed again ${later} later.`;
  if (isThere(now.evidence.id_withheld) && !isThere(before.evidence.id_withheld))
    return `Its user's consent changed, and the install was attributed again ${later} later.`;
  if (now.rules !== before.rules) return `The attribution rules changed: attributed again ${later} later.`;
  const known = new Set(before.candidates.map(({ click_id }) => click_id));
  if (now.candidates.some(({ click_id }) => click_id !== null && !known.has(click_id)))
    return `Another click or view arrived, and the install was attributed again ${later} later.`;
  const lost = new Map(before.candidates.map((each) => [each.click_id, each.lost]));
  if (now.candidates.some((each) => each.lost === "used" && lost.get(each.click_id) !== "used"))
    return `The click was found to have led to another install, so it was attributed again ${later} later.`;
  return `It was attributed again ${later} later.`;
}
