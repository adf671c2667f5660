/** Pairs the figures of two benchmark outputs. Pure. */

/** The numbers of a line, keyed by the line's text without them. */
type Line = { label: string; numbers: number[] };

const number = /(?<![\w.])\d+(?:\.\d+)?/g;

export function parseBenchLines(output: string): Line[] {
  return output.split("\n").flatMap((text) => {
    const numbers = [...text.matchAll(number)].map(([digits]) => Number(digits));
    const label = text.replace(number, "#").replace(/\s+/g, " ").trim();
    return numbers.length > 0 && label !== "" ? [{ label, numbers }] : [];
  });
}

export type Compared = { label: string; here: number[]; there: number[]; ratios: number[] };

/**
 * The median of each number over the turns of both sides, and the first side as a multiple of the second. Lines that
 * exist on one side only are left out, because the two versions measure different things there.
 */
export function compareOutputs(here: readonly string[], there: readonly string[]): Compared[] {
  const ours = medians(here);
  const otherMedians = medians(there);
  return [...ours].flatMap(([label, numbers]) => {
    const others = otherMedians.get(label);
    if (!others || others.length !== numbers.length) return [];
    const ratios = numbers.map((value, i) => value / others[i]!);
    return [{ label, here: numbers, there: others, ratios }];
  });
}

function medians(outputs: readonly string[]): Map<string, number[]> {
  const turns = outputs.map(
    (output) => new Map(parseBenchLines(output).map((line) => [line.label, line.numbers])),
  );
  const [first = new Map<string, number[]>()] = turns;
  return new Map(
    [...first].map(([label, numbers]) => [
      label,
      numbers.map((_, i) => median(turns.flatMap((turn) => turn.get(label)?.[i] ?? []))),
    ]),
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
