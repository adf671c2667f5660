/** A conversion schema during editing. Its fields may be empty. */
import type { CoarseValue, ConversionRule, PostbackWindow } from "@/lib/apple/conversion-values/rules";
import { conversionRules } from "@/lib/apple/conversion-values/schema";

export type DraftRule = {
  /** Identifies a row while others are added and removed. */
  key: number;
  window: PostbackWindow;
  kind: ConversionRule["when"]["kind"];
  name: string;
  times: number | undefined;
  atLeast: number | undefined;
  fine: number | undefined;
  coarse: CoarseValue;
  lock: boolean;
};

let next = 0;

export const newDraftRule = (of: Partial<DraftRule> & { window: PostbackWindow }): DraftRule => ({
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

export const draftRules = (rules: readonly ConversionRule[]): DraftRule[] =>
  rules.map(({ window, when, fine, coarse, lock }) =>
    newDraftRule({
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

export type DraftProblems = Map<number, { field: ConversionRuleField; message: string }>;

/** The rules, or the problems of each row. */
export function parseDraft(draft: readonly DraftRule[]): {
  rules: ConversionRule[] | null;
  problems: DraftProblems;
} {
  const parsed = conversionRules.safeParse(draft.map(toRule));
  if (parsed.success) return { rules: parsed.data, problems: new Map() };
  const problems: DraftProblems = new Map();
  for (const { path, message } of parsed.error.issues) {
    const row = draft[Number(path[0])];
    if (!row || problems.has(row.key)) continue;
    problems.set(row.key, { field: fieldOf[path.slice(1).join(".")] ?? "when", message });
  }
  return { rules: null, problems };
}

/** The initial rules: the install, the most frequent events, and payments. */
export function initialDraftRules(events: readonly { name: string }[]): DraftRule[] {
  const [often, second] = events;
  return [
    newDraftRule({ window: 1, kind: "install", fine: 0 }),
    ...(second ? [newDraftRule({ window: 1, name: second.name, fine: 10 })] : []),
    ...(often ? [newDraftRule({ window: 1, name: often.name, times: 3, fine: 20, coarse: "medium" })] : []),
    newDraftRule({ window: 1, kind: "revenue", atLeast: 1, fine: 40, coarse: "high" }),
    ...([2, 3] as const).flatMap((window) => [
      ...(often ? [newDraftRule({ window, name: often.name, coarse: "medium" })] : []),
      newDraftRule({ window, kind: "revenue", atLeast: 1, coarse: "high" }),
    ]),
  ];
}
