/** Which calls of a batch may be stored together, and which have to wait for those before them. Pure. */

export type BatchedCall = {
  path: string;
  install: string | null;
  /** By which a repeat of the same fact is known. */
  id: string | null;
};

const facts = new Set(["capture-event", "capture-payment"]);

type Step = { kind: string; calls: number[]; senders: Set<string> };

/**
 * Steps of calls, by their number, to be senders one after another. Events and payments that follow each other are stored
 * together, and so is the same call of several installs; anything else may depend on what came before it. The first
 * record of an id wins, so two of the same id are never in one step.
 */
export function stepsOf(calls: BatchedCall[]): number[][] {
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
  // Of a call that names no install nobody knows what it depends on.
  return install === null ? { kind: `alone ${i}`, key: "" } : { kind: path, key: install };
}
