/** Compares a network's own counts with the sent events of the same days. Pure. */

export type SentCount = { fact: string; sent_as: string | null; sent: number; accepted: number };
export type ReportedTotals = { installs: number | null; conversions: Record<string, number> };

export type CountRow = {
  name: string;
  /** Null if no sent event, or no reported conversion, has this name. */
  sent: number | null;
  /** The sent events that the network did not reject later; null if it does not report rejections. */
  accepted: number | null;
  network: number | null;
};

/** Networks write the same event as `Purchase`, `purchase` and `fb_mobile_purchase`. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/^fb_mobile_/, "")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The number at the end of a network's conversion name, if there is one: `Purchase (34)`. */
const numberIn = (name: string) => /\((\d+)\)$/.exec(name)?.[1] ?? null;

/** Installs first, then names on both sides, then names on one side; the largest counts first. */
export function comparedCounts(
  sent: readonly SentCount[],
  totals: ReportedTotals,
  isPolled: boolean,
  /** For networks with conversion numbers: the number of a rule. */
  numberOf: ((sends: string) => string) | null = null,
): CountRow[] {
  const row = (name: string, of: readonly SentCount[], network: number | null): CountRow => ({
    name,
    sent: of.length === 0 ? null : sum(of.map((each) => each.sent)),
    accepted: of.length === 0 || !isPolled ? null : sum(of.map((each) => each.accepted)),
    network,
  });
  const installs = sent.filter(({ fact }) => fact === "install");
  const others = Map.groupBy(
    sent.filter(({ fact }) => fact !== "install"),
    ({ sent_as }) => (numberOf ?? plain)(sent_as ?? ""),
  );
  const left = new Map(
    Object.entries(totals.conversions).map(([name, count]) => [
      (numberOf && numberIn(name)) ?? plain(name),
      { name, count },
    ]),
  );
  const rows = [...others].map(([key, of]) => {
    const found = left.get(key);
    left.delete(key);
    return row((numberOf && found?.name) ?? of[0]?.sent_as ?? "", of, found?.count ?? null);
  });
  // Installs are sent as conversions with their own numbers, or else as the network's install event.
  const ofInstalls = new Set(numberOf ? installs.map(({ sent_as }) => numberOf(sent_as ?? "")) : []);
  const asInstalls = [...ofInstalls].flatMap((key) => left.get(key)?.count ?? []);
  for (const key of ofInstalls) left.delete(key);
  const reportedInstalls = asInstalls.length > 0 ? sum(asInstalls) : totals.installs;
  const alone = [...left.values()].map(({ name, count }) => row(name, [], count));
  return [
    ...(installs.length > 0 || reportedInstalls !== null ? [row("", installs, reportedInstalls)] : []),
    ...[...rows, ...alone].sort(
      (a, b) => onBoth(b) - onBoth(a) || (b.sent ?? b.network ?? 0) - (a.sent ?? a.network ?? 0),
    ),
  ];
}

const onBoth = ({ sent, network }: CountRow) => (sent !== null && network !== null ? 1 : 0);
const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);
