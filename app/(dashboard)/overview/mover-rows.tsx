"use client";

import { ArrowUpRight, Filter, Pause } from "lucide-react";
import { toast } from "sonner";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import type { FocusState } from "@/app/(dashboard)/shell/figures/focus";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { confirm } from "@/components/dialogs/confirm";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { quoted } from "@/components/quoted";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import type { Traffic } from "@/lib/reporting/metrics/traffic";
import type { MoverDimension, MoversData, MoversPeriod, ShownMover } from "@/lib/reporting/movers/schema";
import {
  changeReason,
  changeText,
  changeTone,
  focusOfRow,
  isCostlierAndWeaker,
  mainFigureText,
  reportOfRow,
} from "./mover-text";

export const toneClasses = { good: "text-success", bad: "text-danger", neutral: "text-ink" };

const headers: Record<MoverDimension, string> = {
  campaign: t("Campaign"),
  network: t("Network"),
  country: t("Country"),
  creative: t("Creative"),
};

type MoverRowsProps = {
  dimension: MoverDimension;
  data: MoversData;
  period: MoversPeriod;
  traffic: Traffic;
  onFocus: (patch: Partial<FocusState>) => void;
};

/** The rows that moved the figure most, and the sum of all others. Each has one action. */
export function MoverRows({ dimension, data, period, traffic, onFocus }: MoverRowsProps) {
  const { figure, currency } = data;
  const format = figureFormat(currency);
  const value = (amount: number | null) => mainFigureText(format, figure, amount);
  return (
    <div className="-mx-5 overflow-x-auto border-y">
      <Table>
        <thead>
          <tr>
            <TableHead>{headers[dimension]}</TableHead>
            <TableHead className="text-end max-sm:hidden">{t("Before")}</TableHead>
            <TableHead className="text-end max-sm:hidden">{t("After")}</TableHead>
            <TableHead className="text-end">{t("Change")}</TableHead>
            <TableHead>
              <span className="sr-only">{t("Action")}</span>
            </TableHead>
          </tr>
        </thead>
        <tbody>
          {period.by[dimension].map((row) => (
            <TableRow key={row.key ?? "others"}>
              <TableCell>
                <span className="grid min-w-0 gap-0.5">
                  <RowName dimension={dimension} row={row} onFocus={onFocus} />
                  <span className="text-muted text-xs">{changeReason(format, figure, row)}</span>
                </span>
              </TableCell>
              <TableCell className="num text-end max-sm:hidden">{value(row.before)}</TableCell>
              <TableCell className="num text-end max-sm:hidden">{value(row.after)}</TableCell>
              <TableCell className="num text-end">
                <span className={cn("font-medium", toneClasses[changeTone(figure, row.change)])}>
                  {changeText(format, figure, row.change)}
                </span>
                {row.share === null ? null : (
                  <span className="block text-muted text-xs">
                    {t("{share}% of change", { share: row.share })}
                  </span>
                )}
              </TableCell>
              <TableCell className="text-end">
                <RowAction
                  dimension={dimension}
                  row={row}
                  report={(project) => reportOfRow(project, dimension, row, { figure, traffic, period })}
                  onFocus={onFocus}
                />
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function RowName({
  dimension,
  row: { key, label, rows },
  onFocus,
}: Pick<MoverRowsProps, "dimension" | "onFocus"> & { row: ShownMover }) {
  const focus = focusOfRow(dimension, key);
  if (key === null) return <span className="text-muted">{t("{rows} more", { rows: numberText(rows) })}</span>;
  if (focus === null) return <span className="wrap-anywhere font-medium">{label}</span>;
  return (
    <button
      type="button"
      aria-label={t("Show only {label}", { label })}
      onClick={() => onFocus(focus)}
      className="wrap-anywhere w-fit rounded-sm text-start font-medium hover:underline"
    >
      {label}
    </button>
  );
}

type RowActionProps = {
  dimension: MoverDimension;
  row: ShownMover;
  report: (project: number) => string | null;
  onFocus: (patch: Partial<FocusState>) => void;
};

/** Pausing for an active campaign that got worse, else the campaign, the report of the row, or a filter. */
function RowAction({ dimension, row, report, onFocus }: RowActionProps) {
  const { id } = useProject();
  const lacking = useMissingRoleText("campaigns.write");
  const { key, label } = row;
  const isCampaign = dimension === "campaign" && key !== null && key !== "0";
  if (isCampaign && isCostlierAndWeaker(row) && !lacking)
    return <PauseCampaign campaign={key} name={label} />;
  const href = isCampaign ? `/p/${id}/campaigns/${key}` : report(id);
  if (href !== null) {
    const text = isCampaign ? t("Open") : t("Report");
    return (
      <Button asChild size="sm" variant="ghost">
        <IntentLink href={href} aria-label={`${text}: ${label}`}>
          {text}
          <ArrowUpRight className="size-3.5 text-faint" />
        </IntentLink>
      </Button>
    );
  }
  const focus = focusOfRow(dimension, key);
  if (focus === null) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={t("Filter by {label}", { label })}
      onClick={() => onFocus(focus)}
    >
      <Filter className="size-3.5" />
      {t("Filter")}
    </Button>
  );
}

function PauseCampaign({ campaign, name }: { campaign: string; name: string }) {
  const { id } = useProject();
  const refresh = useRefresh();
  const path = at("/projects/:project/campaigns", { project: id });
  const pause = () =>
    confirm({
      title: t("Pause {name}?", { name: quoted(name) }),
      description: t(
        "Its clicks are logged but not counted until you activate it again. Pause it at the ad network, too: Cairn doesn't stop the spend there.",
      ),
      action: t("Pause campaign"),
      onConfirm: async () => {
        await mutate("PATCH", at("/projects/:project/campaigns/:campaign", { project: id, campaign }), {
          active: false,
        });
        toast.success(t("{name} is paused", { name: quoted(name) }));
        void refresh(path, at("/projects/:project/overview", { project: id }));
      },
    });
  return (
    <Button size="sm" variant="ghost" aria-label={t("Pause {name}", { name })} onClick={() => void pause()}>
      <Pause className="size-3.5" />
      {t("Pause")}
    </Button>
  );
}
