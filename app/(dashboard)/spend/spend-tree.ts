import { ApiError } from "@/app/(dashboard)/shell/api";
import { t } from "@/lib/base/languages/texts";
import { noAdSetId } from "@/lib/ledger/campaign-groups";
import { notBrokenDown } from "@/lib/ledger/country";
import type { GroupRow } from "@/lib/reporting/groups/schema";

export type SpendFigures = Pick<GroupRow["metrics"], "spend" | "installs" | "cost_per_install" | "roas">;

/** A campaign, or an ad set, creative or keyword below it. */
export type SpendLine = {
  key: string;
  depth: 0 | 1 | 2;
  campaign: string;
  name: string;
  /** Undefined for a note in place of figures. */
  metrics?: SpendFigures;
  /** The filters of its rows, besides the campaign. Undefined if no filter selects exactly these rows. */
  part?: Record<string, string>;
  /** Undefined if nothing is below it. */
  isOpen?: boolean;
};

type Part = { key: string; id: string; name: string; level: string; metrics: SpendFigures };
type AdSet = Part & { children: readonly Part[] };
type Whole = Pick<Part, "key" | "metrics">;
/** The breakdown of a campaign, as far as it is shown. */
export type SpendBreakdown = { campaign: Whole & { children: readonly AdSet[] } };

const spendOf = ({ metrics }: { metrics: SpendFigures }) => metrics.spend ?? 0;
const withSpend = <P extends Part>(parts: readonly P[]): P[] =>
  parts.filter((part) => spendOf(part) !== 0).sort((a, b) => spendOf(b) - spendOf(a));

/** The lines below an open campaign, whose spend adds up to that of the campaign. */
export function linesBelow(
  campaign: string,
  { data, error }: { data: SpendBreakdown | undefined; error: Error | null },
  open: ReadonlySet<string>,
): SpendLine[] {
  const note = (name: string): SpendLine[] => [{ key: `${campaign} note`, depth: 1, campaign, name }];
  if (error instanceof ApiError && error.status === 404)
    return note(t("The campaign was deleted, so its ads are not listed."));
  if (!data) return note(error ? error.message : t("Loading…"));
  const adSets = withSpend(data.campaign.children);
  if (adSets.length === 0) return note(t("Its spend is not broken down by ad set."));
  const lines = adSets.flatMap((adSet) => {
    const part = { ad_set: adSet.id || noAdSetId };
    const leaves = withSpend(adSet.children);
    const isOpen = open.has(adSet.key);
    return [
      { ...lineOf(adSet, 1, campaign, part), ...(leaves.length > 0 ? { isOpen } : {}) },
      ...(isOpen
        ? [
            ...leaves.map((leaf) => lineOf(leaf, 2, campaign, { ...part, [leaf.level]: leaf.id })),
            // Spend can have a creative and a keyword. It is then below both.
            ...(new Set(leaves.map(({ level }) => level)).size === 1 ? rest(adSet, leaves, 2, campaign) : []),
          ]
        : []),
    ];
  });
  return [...lines, ...rest(data.campaign, adSets, 1, campaign)];
}

const lineOf = (
  { key, name, metrics }: Part,
  depth: 1 | 2,
  campaign: string,
  part: Record<string, string>,
): SpendLine => ({ key, depth, campaign, name, metrics, part });

/** Spend that a network or file reports for the whole, but for none of its parts. */
function rest(whole: Whole, parts: readonly Part[], depth: 1 | 2, campaign: string): SpendLine[] {
  const spend = parts.reduce((left, part) => left - spendOf(part), spendOf(whole));
  const metrics = { spend, installs: null, cost_per_install: null, roas: null };
  return spend === 0 ? [] : [{ key: `${whole.key} rest`, depth, campaign, name: notBrokenDown, metrics }];
}
