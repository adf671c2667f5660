/** When an install's decision is told: as soon as what may still change it is unlikely to. Pure. */

/** Found by likeness, or not found at all: a click or an answer that comes late says better. */
const unsure = new Set(["probabilistic", "organic"]);
const unsureMs = 60_000;

export const settleMs = (method: string): number => (unsure.has(method) ? unsureMs : 0);
