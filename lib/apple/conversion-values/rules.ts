import { t } from "@/lib/base/languages/texts";

/** Finds the conversion value that an install has reached. Pure; runs in the browser too. */

const hour = 3_600_000;

/** Apple's three windows, counted from the first start of the app. */
export const appleWindows = [
  { window: 1, fromMs: 0, untilMs: 48 * hour, label: t("First 2 days") },
  { window: 2, fromMs: 48 * hour, untilMs: 7 * 24 * hour, label: t("Days 3 to 7") },
  { window: 3, fromMs: 7 * 24 * hour, untilMs: 35 * 24 * hour, label: t("Days 8 to 35") },
] as const;
export type PostbackWindow = (typeof appleWindows)[number]["window"];

export const coarseValues = ["low", "medium", "high"] as const;
export type CoarseValue = (typeof coarseValues)[number];

export type ConversionCondition =
  | { kind: "install" }
  | { kind: "event"; name: string; times: number }
  /** In the project's currency, in major units. */
  | { kind: "revenue"; at_least: number };

export type ConversionRule = {
  window: PostbackWindow;
  when: ConversionCondition;
  /** Only for the first window: Apple sends no fine value for the later windows. */
  fine: number | null;
  coarse: CoarseValue;
  lock: boolean;
};

/** The events and revenue of an install within one window. */
export type WindowFacts = { events: ReadonlyMap<string, number>; revenue: number };

export type ConversionValue = { fine: number; coarse: CoarseValue; lock: boolean };

/** Null when all windows are over. Events before the install belong to the first one. */
export function postbackWindowAt(ageMs: number): PostbackWindow | null {
  return appleWindows.find(({ untilMs }) => ageMs < untilMs)?.window ?? null;
}

export function meetsCondition(when: ConversionCondition, facts: WindowFacts): boolean {
  if (when.kind === "install") return true;
  if (when.kind === "event") return (facts.events.get(when.name) ?? 0) >= when.times;
  return facts.revenue >= when.at_least;
}

const rank = ({ fine, coarse, lock }: ConversionRule) =>
  ((fine ?? 0) * coarseValues.length + coarseValues.indexOf(coarse)) * 2 + (lock ? 1 : 0);

/**
 * The index of the highest matching rule of a window, or -1 if no rule matches. Of equal rules, the first wins, so the
 * result depends only on the facts.
 */
export function winningRule(
  rules: readonly ConversionRule[],
  window: PostbackWindow,
  facts: WindowFacts,
): number {
  let best = -1;
  rules.forEach((rule, i) => {
    if (rule.window !== window || !meetsCondition(rule.when, facts)) return;
    if (best === -1 || rank(rule) > rank(rules[best]!)) best = i;
  });
  return best;
}

const nothing: WindowFacts = { events: new Map(), revenue: 0 };

/**
 * The value of an install at this age. In later windows, the fine value stays at the first window's result. Apple does
 * not send it any more, and apps ignore a response with a lower fine value.
 */
export function valueToReport(
  rules: readonly ConversionRule[],
  ageMs: number,
  factsOf: Partial<Record<PostbackWindow, WindowFacts>>,
): ConversionValue | null {
  const window = postbackWindowAt(ageMs);
  if (window === null) return null;
  const won = rules[winningRule(rules, window, factsOf[window] ?? nothing)];
  if (!won) return null;
  const first = window === 1 ? won : rules[winningRule(rules, 1, factsOf[1] ?? nothing)];
  return { fine: first?.fine ?? 0, coarse: won.coarse, lock: won.lock };
}
