/** The time to send an install's decision: once it is unlikely to change. Pure. */

/** Found by likeness, or not found at all: a click or an answer that comes late says better. */
const unsure = new Set(["probabilistic", "organic"]);
const unsureMs = 60_000;

export const settleMs = (method: string): number => (unsure.has(method) ? unsureMs : 0);
