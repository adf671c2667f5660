/** Decides which calls of a batch may be stored together, and which have to wait for earlier ones. Pure. */

export type BatchedCall = {
  path: string;
  install: string | null;
  /** Identifies a repeat of the same fact. */
  id: string | null;
};

const facts = new Set(["capture-event", "capture-payment", "capture-ad-revenue"]);

type Step = { kind: string; calls: number[]; senders: Set<string> };

/**
 * Groups of calls, by their number, to be stored one after another. Consecutive events, payments and ad revenue are
 * stored together, and so is the same call of several installs. Other calls may depend on earlier ones. The first record of an
 * ID wins, so a group never has two records with the same ID.
 */
export function batchSteps(calls: BatchedCall[]): number[][] {
  const steps: Step[] = [];
  calls.forEach((call, i) => {
    const { kind, key } = groupOf(call, i);
    const last = steps.at(-1);
    const joins = last !== undefined && last.kind === kind && !last.senders.has(key);
    const step = joins ? last : { kind, calls: [], senders: new Set<string>() };
    if (!joins) steps.push(step);
    step.calls.push(i);
    step.senders.add(key);
  });
  return steps.map((step) => step.calls);
}

function groupOf({ path, install, id }: BatchedCall, i: number): { kind: string; key: string } {
  if (facts.has(path)) return { kind: "facts", key: id === null ? `${i}` : `${path} ${id}` };
  // A call without an install may depend on any other call.
  return install === null ? { kind: `alone ${i}`, key: "" } : { kind: path, key: install };
}
