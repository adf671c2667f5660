import { newId, type ProjectId } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import { advertisingNames } from "@/lib/facts/app-calls/device";
import { debugCodeIn } from "@/lib/facts/debug/link";
import { type CallRow, claimWatch, findWatched, storeCalls } from "@/lib/facts/debug/queries";
import { Batcher } from "@/lib/platform/batch";
import { StaleCache } from "@/lib/platform/stale-cache";

const secret = /token|secret|password|authorization/i;
const maxText = 2_000;
const maxBytes = 32_768;

/** Secrets and advertising IDs are replaced by their length, long texts are cut, and large calls are reduced to their fields. */
function shownOf(sent: Record<string, unknown>): Record<string, unknown> {
  const { token: _, ...rest } = sent;
  const shown = redact(rest) as Record<string, unknown>;
  return JSON.stringify(shown).length <= maxBytes
    ? shown
    : { too_large: true, fields: Object.keys(rest).slice(0, 100) };
}

function redact(value: unknown, name = ""): unknown {
  if (typeof value === "string") {
    // Also hides advertising IDs, because a later refusal would not remove them here.
    if (secret.test(name) || advertisingNames.includes(name)) return `(${value.length} characters)`;
    return value.length > maxText ? `${value.slice(0, maxText)}… (${value.length} characters)` : value;
  }
  if (Array.isArray(value)) return value.map((each) => redact(each, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redact(each, key)]));
}

/** Every process knows a newly watched device after this time. */
const unawareMs = 500;

type Watched = { byInstance: Map<string, string>; codes: Set<string> };

const watched = new StaleCache<Watched>({
  maxKeys: 10_000,
  freshMs: unawareMs,
  staleMs: 10_000,
  timeoutMs: 0,
  async load(project) {
    const rows = await findWatched(Number(project) as ProjectId);
    return {
      byInstance: new Map(
        rows.flatMap((row) => (row.install_instance_id ? [[row.install_instance_id, row.id]] : [])),
      ),
      codes: new Set(rows.flatMap((row) => (row.code && !row.install_instance_id ? [row.code] : []))),
    };
  },
});

const batch = new Batcher<CallRow, undefined>({
  name: "watched-calls",
  run: storeCalls,
  maxWaiting: 1_000,
  inFlight: 1,
});

type Answered = {
  path: string;
  sent: Record<string, unknown>;
  status: number;
  answer: string;
  now: Date;
  /** The start of the call, on the monotonic clock. */
  tick: number;
};

/**
 * Most projects watch no device, so a call costs only this comparison: the time limit is read with the caller's token.
 */
export const isWatchedAt = (now: Date, watchedUntil: Date | null) =>
  watchedUntil !== null && now < watchedUntil;

/** Records a call of a watched device without delaying it. A failure to record it does not change the response. */
export function noteCall(projectId: ProjectId, call: Answered): void {
  const instance = call.sent.install_instance_id;
  if (typeof instance !== "string" || instance === "") return;
  note(projectId, instance, call, performance.now()).catch((error) =>
    log().warn(describeError(error), "a call of a watched device could not be stored"),
  );
}

async function note(projectId: ProjectId, instance: string, call: Answered, tick: number): Promise<void> {
  const known = await watched.get(String(projectId), tick);
  if (!known) return;
  const code = debugCodeIn(call.sent.deeplink_url) ?? debugCodeIn(call.sent.link);
  const claimed = code && known.codes.has(code) ? await claimWatch(projectId, code, instance) : null;
  const watch = claimed ?? known.byInstance.get(instance);
  if (!watch) return;
  await batch.add({
    project_id: projectId,
    id: newId(call.now),
    watch_id: watch,
    at: call.now,
    path: call.path,
    status: call.status,
    took_ms: Math.max(0, Math.round(tick - call.tick)),
    sent: shownOf(call.sent),
    answer: JSON.parse(call.answer),
  });
}
