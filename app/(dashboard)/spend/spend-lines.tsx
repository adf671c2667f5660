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
import { t } from "@/lib/base/languages/texts";
import type { GroupRow } from "@/lib/reporting/groups/schema";
import { linesBelow, type SpendFigures, type SpendLine } from "./spend-tree";

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

const indents = ["", "ms-6", "ms-12"] as const;

type ColumnsOf = {
  project: number;
  currency: string;
  total: number | null;
  days: DayWindow;
  toggle: (key: string) => void;
};

export function spendLineColumns({ project, currency, total, days, toggle }: ColumnsOf): Column<SpendLine>[] {
  const { full } = figureFormat(currency);
  const rowsOf = (campaign: string, part: Record<string, string>) =>
    `/p/${project}/spend?${new URLSearchParams({ by: "row", campaign, ...part, range: "custom", ...days })}`;
  const link = "rounded-sm hover:underline";
  const figure = (
    id: string,
    header: string,
    of: (metrics: SpendFigures) => string,
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
      header: t("Campaign"),
      cell: ({ key, depth, campaign, name, metrics, isOpen }) => (
        <span className={cn("flex max-w-72 items-center gap-1.5 sm:max-w-96", indents[depth])}>
          {isOpen === undefined ? (
            <span aria-hidden="true" className="size-6 shrink-0" />
          ) : (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={`${isOpen ? t("Close") : t("Open")} ${name}`}
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
      header: t("Spend"),
      hint: t("Opens the rows of the amount."),
      align: "end",
      cell: ({ campaign, metrics, part }) => {
        if (!metrics) return null;
        const amount = full("money", metrics.spend);
        return part ? (
          <IntentLink href={rowsOf(campaign, part)} className={link}>
            {amount}
          </IntentLink>
        ) : (
          amount
        );
      },
    },
    figure("share", t("Share"), ({ spend }) => (total ? percentText((spend ?? 0) / total) : "–")),
    figure("installs", t("Installs"), ({ installs }) => full("count", installs), { wide: true }),
    figure("cpi", "CPI", ({ cost_per_install: cost }) => full("money", cost)),
    figure("roas", "ROAS", ({ roas }) => full("ratio", roas)),
  ];
}
