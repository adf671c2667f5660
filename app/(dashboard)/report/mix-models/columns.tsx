import type { FigureFormat } from "@/app/(dashboard)/shell/figure-format";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Alert } from "@/components/ui/alert";
import { t } from "@/lib/base/languages/texts";
import type { MixModelColumn, MixModelData } from "@/lib/reporting/mix-model/schema";

const meanings: Record<MixModelColumn["role"], (label: string) => string> = {
  time: () => t("First day of the row"),
  geo: () => t("Country"),
  kpi: (label) => t("{label} of all users, including organic", { label }),
  revenue_per_kpi: (label) => label,
  spend: (label) => t("Spend on {label}", { label }),
  media: (label) => t("Exposure on {label}", { label }),
  organic_media: (label) => t("Clicks without spend: {label}", { label }),
  gaps: (label) => label,
};

type ColumnTableProps = {
  columns: readonly MixModelColumn[];
  format: FigureFormat["full"];
  isMoney: boolean;
};

export const ColumnTable = ({ columns, format, isMoney }: ColumnTableProps) => (
  <div className="overflow-x-auto">
    <Table>
      <thead>
        <tr>
          <TableHead>{t("Column")}</TableHead>
          <TableHead>{t("Contains")}</TableHead>
          <TableHead className="text-end">{t("Total")}</TableHead>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ name, role, label, total }) => (
          <TableRow key={name}>
            <TableCell className="wrap-anywhere font-mono text-xs">{name}</TableCell>
            <TableCell className="text-muted text-xs">
              {role === "media"
                ? `${/_(impression|I)$/.test(name) ? t("Impressions, as reported by") : t("Clicks on links of")} ${label}`
                : meanings[role](label)}
            </TableCell>
            <TableCell className="num text-end">
              {total === null
                ? ""
                : format(role === "spend" || (role === "kpi" && isMoney) ? "money" : "count", total)}
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  </div>
);

/** What a model must not take for zeros. */
export function GapNote({ data: { gaps } }: { data: MixModelData }) {
  if (gaps.length === 0) return null;
  return (
    <Alert tone="warning" title={t("Some days have no data")}>
      <ul className="grid gap-0.5">
        {gaps.map(({ reason, days }) => (
          <li key={reason}>
            {reason === "before_first_day"
              ? t(
                  "{days, plural, one {# day is} other {# days are}} before the project's first day. Choose a shorter period.",
                  { days },
                )
              : t("{days, plural, one {# day} other {# days}} of {reason}: the ad account was not synced.", {
                  days,
                  reason,
                })}
          </li>
        ))}
      </ul>
      {t("They are marked in the columns gap_days and gaps, so that a model can leave them out.")}
    </Alert>
  );
}
