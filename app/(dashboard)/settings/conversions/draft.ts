/** A conversion schema during editing. Its fields may be empty. */
import type { Coarse, PostbackWindow, Rule } from "@/lib/apple/conversion-values/rules";
import { conversionRules } from "@/lib/apple/conversion-values/schema";

export type DraftRule = {
  /** Identifies a row while others are added and removed. */
  key: number;
  window: PostbackWindow;
  kind: Rule["when"]["kind"];
  name: string;
  times: number | undefined;
  atLeast: number | undefined;
  fine: number | undefined;
  coarse: Coarse;
  lock: boolean;
};

let next = 0;

export const fresh = (of: Partial<DraftRule> & { window: PostbackWindow }): DraftRule => ({
  kind: "event",
  name: "",
  times: 1,
  atLeast: undefined,
  fine: undefined,
  coarse: "low",
  lock: false,
  ...of,
  key: next++,
});

export const draftRules = (rules: readonly Rule[]): DraftRule[] =>
  rules.map(({ window, when, fine, coarse, lock }) =>
    fresh({
      window,
      kind: when.kind,
      coarse,
      lock,
      fine: fine ?? undefined,
      ...(when.kind === "event" ? { name: when.name, times: when.times } : {}),
      ...(when.kind === "revenue" ? { atLeast: when.at_least } : {}),
    }),
  );

function toRule({ window, kind, name, times, atLeast, fine, coarse, lock }: DraftRule): unknown {
  const when =
    kind === "event"
      ? { kind, name, times: times ?? null }
      : kind === "revenue"
        ? { kind, at_least: atLeast ?? null }
        : { kind };
  return { window, when, fine: window === 1 ? (fine ?? null) : null, coarse, lock };
}

export type ConversionRuleField = "name" | "times" | "atLeast" | "fine" | "when";

const fieldOf: Record<string, ConversionRuleField> = {
  "when.name": "name",
  "when.times": "times",
  "when.at_least": "atLeast",
  fine: "fine",
};

export type Problems = Map<number, { field: ConversionRuleField; message: string }>;

/** The rules, or the problems of each row. */
export function read(draft: readonly DraftRule[]): { rules: Rule[] | null; problems: Problems } {
  const parsed = conversionRules.safeParse(draft.map(toRule));
  if (parsed.success) return { rules: parsed.data, problems: new Map() };
  const problems: Problems = new Map();
  for (const { path, message } of parsed.error.issues) {
    const row = draft[Number(path[0])];
    if (!row || problems.has(row.key)) continue;
    problems.set(row.key, { field: fieldOf[path.slice(1).join(".")] ?? "when", message });
  }
  return { rules: null, problems };
}

/** The initial rules: the install, the most frequent events, and payments. */
export function firstDraft(events: readonly { name: string }[]): DraftRule[] {
  const [often, second] = events;
  return [
    fresh({ window: 1, kind: "install", fine: 0 }),
    ...(second ? [fresh({ window: 1, name: second.name, fine: 10 })] : []),
    ...(often ? [fresh({ window: 1, name: often.name, times: 3, fine: 20, coarse: "medium" })] : []),
    fresh({ window: 1, kind: "revenue", atLeast: 1, fine: 40, coarse: "high" }),
    ...([2, 3] as const).flatMap((window) => [
      ...(often ? [fresh({ window, name: often.name, coarse: "medium" })] : []),
      fresh({ window, kind: "revenue", atLeast: 1, coarse: "high" }),
    ]),
  ];
}
