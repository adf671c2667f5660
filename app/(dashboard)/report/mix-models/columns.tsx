import type { FigureFormat } from "@/app/(dashboard)/shell/figure-format";
import { counted } from "@/components/format";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Alert } from "@/components/ui/alert";
import type { MixModelColumn, MixModelData } from "@/lib/reporting/mix-model/schema";

const meanings: Record<MixModelColumn["role"], (label: string) => string> = {
  time: () => "First day of the row",
  geo: () => "Country",
  kpi: (label) => `${label} of all users, including organic`,
  revenue_per_kpi: (label) => label,
  spend: (label) => `Spend on ${label}`,
  media: (label) => `Exposure on ${label}`,
  organic_media: (label) => `Clicks without spend: ${label}`,
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
          <TableHead>Column</TableHead>
          <TableHead>Contains</TableHead>
          <TableHead className="text-right">Total</TableHead>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ name, role, label, total }) => (
          <TableRow key={name}>
            <TableCell className="wrap-anywhere font-mono text-xs">{name}</TableCell>
            <TableCell className="text-muted text-xs">
              {role === "media"
                ? `${/_(impression|I)$/.test(name) ? "Impressions, as reported by" : "Clicks on links of"} ${label}`
                : meanings[role](label)}
            </TableCell>
            <TableCell className="num text-right">
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
    <Alert tone="warning" title="Some days have no data">
      <ul className="grid gap-0.5">
        {gaps.map(({ reason, days }) => (
          <li key={reason}>
            {reason === "before_first_day"
              ? `${counted(days, "day is", "days are")} before the project's first day. Choose a shorter period.`
              : `${counted(days, "day", "days")} of ${reason}: the ad account was not synced.`}
          </li>
        ))}
      </ul>
      They are marked in the columns gap_days and gaps, so that a model can leave them out.
    </Alert>
  );
}
