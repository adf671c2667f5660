import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGets } from "@/app/(dashboard)/shell/data";
import type { DayWindow } from "@/app/(dashboard)/shell/dates/window";
import { figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { IntentLink } from "@/components/intent-link";
import type { Column } from "@/components/table/table-state";
import { noAdSetId } from "@/lib/ledger/campaign-groups";
import type { GroupRow } from "@/lib/reporting/groups/schema";
import type { Breakdown } from "@/lib/reporting/table/schema";

/** A campaign, or an ad set, creative or keyword below it. */
type SpendLine = {
  key: string;
  depth: 0 | 1 | 2;
  campaign: string;
  name: string;
  /** Undefined for a note in place of figures. */
  metrics?: GroupRow["metrics"];
  /** The filters of its rows, besides the campaign. */
  part: Record<string, string>;
  /** Undefined if nothing is below it. */
  isOpen?: boolean;
};

type Node = { key: string; id: string; name: string; level: string; metrics: GroupRow["metrics"] };

const spends = ({ metrics }: { metrics: GroupRow["metrics"] }) => (metrics.spend ?? 0) !== 0;
const bySpend = (a: Node, b: Node) => (b.metrics.spend ?? 0) - (a.metrics.spend ?? 0);

/** The campaigns with what was opened below them. */
export function useSpendLines(rows: readonly GroupRow[] | undefined, days: DayWindow) {
  const { id: project } = useProject();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const opened = (rows ?? []).flatMap(({ keys: [key = ""] }) => (open.has(key) ? [key] : []));
  const answers = useGets(
    opened.map((campaign) =>
      withQuery(at("/projects/:project/campaigns/:campaign/breakdown", { project, campaign }), days),
    ),
  );
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const lines = rows?.flatMap(({ keys: [campaign = ""], labels: [name = ""], metrics }) => {
    const at = opened.indexOf(campaign);
    const answer = at < 0 ? undefined : answers[at];
    return [
      { key: campaign, depth: 0 as const, campaign, name, metrics, part: {}, isOpen: open.has(campaign) },
      ...(answer ? linesBelow(campaign, answer, open) : []),
    ];
  });
  return { lines, toggle };
}

function linesBelow(
  campaign: string,
  { data, error }: { data: Breakdown | undefined; error: Error | null },
  open: ReadonlySet<string>,
): SpendLine[] {
  const note = (name: string): SpendLine[] => [
    { key: `${campaign} note`, depth: 1, campaign, name, part: {} },
  ];
  if (!data) return note(error ? error.message : "Loading…");
  const adSets = data.campaign.children.filter(spends).sort(bySpend);
  if (adSets.length === 0) return note("Its spend is not broken down by ad set.");
  return adSets.flatMap((adSet) => {
    const part = { ad_set: adSet.id || noAdSetId };
    const leaves = adSet.children.filter(spends).sort(bySpend);
    const isOpen = open.has(adSet.key);
    return [
      {
        ...lineOf(adSet, 1, campaign, part),
        ...(leaves.length > 0 ? { isOpen } : {}),
      },
      ...(isOpen ? leaves.map((leaf) => lineOf(leaf, 2, campaign, { ...part, [leaf.level]: leaf.id })) : []),
    ];
  });
}

const lineOf = (
  { key, name, metrics }: Node,
  depth: 1 | 2,
  campaign: string,
  part: Record<string, string>,
): SpendLine => ({ key, depth, campaign, name, metrics, part });

const indents = ["", "ml-6", "ml-12"] as const;

type ColumnsOf = {
  project: number;
  currency: string;
  total: number | null;
  days: DayWindow;
  toggle: (key: string) => void;
};

export function spendLineColumns({ project, currency, total, days, toggle }: ColumnsOf): Column<SpendLine>[] {
  const { full } = figureFormat(currency);
  const rowsOf = ({ campaign, part }: SpendLine) =>
    `/p/${project}/spend?${new URLSearchParams({ by: "row", campaign, ...part, range: "custom", ...days })}`;
  const link = "rounded-sm hover:underline";
  const figure = (
    id: string,
    header: string,
    of: (metrics: GroupRow["metrics"]) => string,
    rest: Partial<Column<SpendLine>> = {},
  ): Column<SpendLine> => ({
    id,
    header,
    align: "end",
    cell: ({ metrics }) => (metrics ? of(metrics) : null),
    ...rest,
  });
  return [
    {
      id: "name",
      header: "Campaign",
      cell: ({ key, depth, campaign, name, metrics, isOpen }) => (
        <span className={cn("flex max-w-72 items-center gap-1.5 sm:max-w-96", indents[depth])}>
          {isOpen === undefined ? (
            <span aria-hidden="true" className="size-6 shrink-0" />
          ) : (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={`${isOpen ? "Close" : "Open"} ${name}`}
              onClick={() => toggle(key)}
              className="grid size-6 shrink-0 place-items-center rounded-sm text-faint hover:bg-hover hover:text-ink"
            >
              <ChevronRight
                aria-hidden="true"
                className={cn("size-3.5 transition-transform", isOpen && "rotate-90")}
              />
            </button>
          )}
          {depth === 0 ? (
            <IntentLink
              href={`/p/${project}/campaigns/${campaign}`}
              title={name}
              className={cn("truncate font-medium", link)}
            >
              {name}
            </IntentLink>
          ) : (
            <span className={cn("truncate", !metrics && "text-muted")} title={name}>
              {name}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "spend",
      header: "Spend",
      hint: "Opens the rows of the amount.",
      align: "end",
      cell: (line) =>
        line.metrics ? (
          <IntentLink href={rowsOf(line)} className={link}>
            {full("money", line.metrics.spend)}
          </IntentLink>
        ) : null,
    },
    figure("share", "Share", ({ spend }) => (total ? percentText((spend ?? 0) / total) : "–")),
    figure("installs", "Installs", ({ installs }) => full("count", installs), { wide: true }),
    figure("cpi", "CPI", ({ cost_per_install: cost }) => full("money", cost)),
    figure("roas", "ROAS", ({ roas }) => full("ratio", roas)),
  ];
}
