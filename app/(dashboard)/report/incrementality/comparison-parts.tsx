import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { percentText } from "@/app/(dashboard)/shell/figure-format";
import type { SqlChoice } from "@/app/(dashboard)/shell/figures/show-sql";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Alert } from "@/components/ui/alert";
import { Card, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";
import type { PlanData, TestKpi } from "@/lib/reporting/incrementality/schema";

export function Warnings({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Alert tone="warning" title={t("Read this first")}>
      <ul className="grid gap-1">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Alert>
  );
}

/** A prediction is a computation, so only the figures that it starts from have SQL. */
export function sqlOfTest(
  project: number,
  network: string,
  kpi: TestKpi,
  days: { from: string; to: string },
): [SqlChoice, ...SqlChoice[]] {
  const path = at("/projects/:project/report/sql", { project });
  return [
    {
      label: t("All users by day and country"),
      request: withQuery(path, { ...days, by: "day,country", columns: kpi }),
    },
    {
      label: t("{network} by day and country", { network: networkLabel(network) }),
      request: withQuery(path, { ...days, by: "day,country", columns: `${kpi},spend`, network }),
    },
  ];
}

type ControlsProps = { controls: PlanData["controls"]; kind: PlanData["control_kind"] };

export const Controls = ({ controls, kind }: ControlsProps) => (
  <Card>
    <CardHeader
      title={t("Compared with")}
      description={t("The mix of untouched {kind} whose history is closest. Shares add up to 100%.", {
        kind,
      })}
    />
    <Table>
      <thead>
        <tr>
          <TableHead>{kind === "countries" ? t("Country") : t("Network")}</TableHead>
          <TableHead className="text-end">{t("Share")}</TableHead>
        </tr>
      </thead>
      <tbody>
        {controls.map(({ key, label, weight }) => (
          <TableRow key={key}>
            <TableCell>{label}</TableCell>
            <TableCell className="num text-end">{percentText(weight)}</TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  </Card>
);
