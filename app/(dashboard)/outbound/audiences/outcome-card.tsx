import { useState } from "react";
import { type ApiAddress, child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { numberFormat, numberText } from "@/components/format";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/base/languages/texts";
import type { AudienceOutcome } from "@/lib/outbound/audiences/schema";

const periods = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
] as const;

/** What members paid after they joined, next to the installs that were held out. */
export function OutcomeCard({ path, id }: { path: ApiAddress<"/projects/:project/audiences">; id: number }) {
  const [days, setDays] = useState<"7" | "30">("7");
  const { data, error, refetch } = useGet(withQuery(child(path, "/:id/outcome", { id }), { days }), {
    staleTime: 300_000,
  });
  return (
    <Card>
      <CardHeader
        title={t("Hold-out")}
        description={t("Payments in the {days} days after each install joined.", { days })}
        actions={<Segmented label={t("Days")} options={periods} value={days} onValueChange={setDays} />}
      />
      <CardBody>
        {data ? <Outcome outcome={data} /> : null}
        {!data && error ? <NotLoaded error={error} retry={refetch} className="h-32" /> : null}
        {!data && !error ? <Skeleton className="h-24" /> : null}
      </CardBody>
    </Card>
  );
}

const percent = (share: number, digits = 2) =>
  numberFormat({ style: "percent", maximumFractionDigits: digits }).format(share);
const points = (share: number) =>
  numberFormat({ signDisplay: "exceptZero", maximumFractionDigits: 2 }).format(share * 100);

function Outcome({
  outcome: { members, held_out: held, comparison, currency, days, minimum },
}: {
  outcome: AudienceOutcome;
}) {
  const { full } = figureFormat(currency);
  const perInstall = ({ joined, revenue_minor: revenue }: AudienceOutcome["members"]) =>
    full("money", joined === 0 ? null : revenue / joined);
  const sides = [
    { label: t("Members"), side: members },
    { label: t("Held out"), side: held },
  ];
  return (
    <div className="grid gap-3 text-sm">
      <div className="overflow-x-auto">
        <table className="w-full">
          <thead className="text-muted text-xs">
            <tr>
              <th className="py-1 text-start font-normal">{t("Side")}</th>
              <th className="py-1 ps-3 text-end font-normal">{t("Joined")}</th>
              <th className="py-1 ps-3 text-end font-normal">{t("Paid")}</th>
              <th className="py-1 ps-3 text-end font-normal">{t("Paid per joined")}</th>
              <th className="py-1 ps-3 text-end font-normal">{t("Revenue per joined")}</th>
            </tr>
          </thead>
          <tbody>
            {sides.map(({ label, side }) => (
              <tr key={label}>
                <th scope="row" className="py-1 text-start font-normal">
                  {label}
                </th>
                <td className="num py-1 ps-3 text-end">{numberText(side.joined)}</td>
                <td className="num py-1 ps-3 text-end">{numberText(side.paid)}</td>
                <td className="num py-1 ps-3 text-end">
                  {side.joined === 0 ? "–" : percent(side.paid / side.joined)}
                </td>
                <td className="num py-1 ps-3 text-end">{perInstall(side)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-muted">
        {comparison
          ? t(
              "Members paid {difference} percentage points more often (95%: {low} to {high}).{if_low, select, yes { This may be chance.} other {}}",
              {
                difference: points(comparison.difference),
                low: points(comparison.low),
                high: points(comparison.high),
                if_low: comparison.low <= 0 && comparison.high >= 0 ? "yes" : "no",
              },
            )
          : t(
              "Too few for a comparison: it needs {joined} installs on each side that joined {days} days ago or earlier, and {paid} that paid.",
              { joined: minimum.joined, days, paid: minimum.paid },
            )}
      </p>
    </div>
  );
}
