import { ArrowRight } from "lucide-react";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { useProject } from "@/app/(dashboard)/shell/session";
import { numberText } from "@/components/format";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Card, CardHeader } from "@/components/ui/card";
import { Stat } from "@/components/ui/stat";
import { ruleName } from "@/lib/attribution/fraud/labels";
import type { ReplayOutcome } from "@/lib/attribution/replay/schema";
import { t } from "@/lib/base/languages/texts";
import { metrics } from "@/lib/reporting/metrics/metrics";
import { divideRatio } from "@/lib/reporting/metrics/sums";
import { OldToNew, ReplaySamples } from "./samples";

export function ReplayResult({ outcome }: { outcome: ReplayOutcome }) {
  const rules = Object.entries(outcome.rules).filter(([, { before, after }]) => before !== after);
  return (
    <>
      <Card className="grid grid-cols-2 divide-line sm:grid-cols-4 sm:divide-x">
        <Stat
          label={t("Change campaign")}
          value={numberText(outcome.moved)}
          hint={t("Attributed to another campaign, or become organic.")}
        />
        <Stat
          label={t("Different reason")}
          value={numberText(outcome.rematched)}
          hint={t("Same campaign, but by another click or for another reason.")}
        />
        <Stat
          label={t("Fraud flag only")}
          value={numberText(outcome.reflagged)}
          hint={t("Same campaign and click; different fraud rules fire.")}
        />
        <Stat
          label={t("Can't be attributed again")}
          value={numberText(outcome.kept)}
          hint={t("Their clicks are no longer stored, so they stay unchanged.")}
        />
      </Card>
      {rules.length > 0 ? (
        <Card>
          <CardHeader
            title={t("Fraud rules")}
            description={t("Installs each rule flags, now and with these rules.")}
          />
          <ul className="divide-y border-t">
            {rules.map(([rule, { before, after }]) => (
              <li key={rule} className="flex items-center justify-between gap-4 px-5 py-2.5 text-sm">
                {ruleName(rule)}
                <OldToNew from={numberText(before)} to={numberText(after)} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {outcome.campaigns.length > 0 ? <Campaigns outcome={outcome} /> : null}
      {outcome.moves.length > 0 ? <Moves outcome={outcome} /> : null}
      {outcome.samples.length > 0 ? <ReplaySamples outcome={outcome} /> : null}
    </>
  );
}

const costOf = (spend: number, installs: number) =>
  divideRatio(metrics.cost_per_install.ratio, spend, installs);
const roasOf = (revenue: number, spend: number) => divideRatio(metrics.roas.ratio, revenue, spend);

function Campaigns({ outcome }: { outcome: ReplayOutcome }) {
  const { full } = figureFormat(useProject().currency);
  return (
    <Card>
      <CardHeader
        title={t("By campaign")}
        description={t(
          "Installs, revenue and spend of this period as the report shows them, and with these rules.",
        )}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="overflow-x-auto border-t" tabIndex={0} aria-label={t("Figures by campaign")}>
        <Table>
          <thead>
            <tr>
              <TableHead>{t("Campaign")}</TableHead>
              {[t("Installs"), t("Suspicious"), t("Revenue"), t("Spend"), t("Cost per install"), "ROAS"].map(
                (head) => (
                  <TableHead key={head} className="text-end">
                    {head}
                  </TableHead>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {outcome.campaigns.map((row) => (
              <TableRow key={row.name + row.id}>
                <TableCell>
                  <span className="block max-w-56 truncate font-medium" title={row.name}>
                    {row.name}
                  </span>
                </TableCell>
                {[
                  ["count", row.installs_before, row.installs_after],
                  ["count", row.suspicious_before, row.suspicious_after],
                  ["money", row.revenue_before, row.revenue_after],
                  ["money", row.spend, row.spend],
                  ["money", costOf(row.spend, row.installs_before), costOf(row.spend, row.installs_after)],
                  ["ratio", roasOf(row.revenue_before, row.spend), roasOf(row.revenue_after, row.spend)],
                ].map(([unit, before, after], i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                  <TableCell key={i} className="text-end">
                    <OldToNew
                      from={full(unit as "count", before as number | null)}
                      to={full(unit as "count", after as number | null)}
                    />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </tbody>
        </Table>
      </section>
      {outcome.more_campaigns > 0 ? (
        <p className="border-t px-5 py-3 text-muted text-sm">
          {t("And {more_campaigns} more with smaller changes.", { more_campaigns: outcome.more_campaigns })}
        </p>
      ) : null}
    </Card>
  );
}

function Moves({ outcome }: { outcome: ReplayOutcome }) {
  const { full } = figureFormat(useProject().currency);
  return (
    <Card>
      <CardHeader title={t("Attribution changes")} />
      <ul className="divide-y border-t">
        {outcome.moves.map((move) => (
          <li
            key={`${move.from} ${move.to}`}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-2.5 text-sm"
          >
            <span className="flex min-w-0 flex-wrap items-center gap-1.5">
              <span className="truncate">{move.from}</span>
              <ArrowRight className="size-3 shrink-0 text-faint" role="img" aria-label="to" />
              <span className="truncate font-medium">{move.to}</span>
            </span>
            <span className="num text-muted">
              {t("{installs, plural, one {# install} other {# installs}}", { installs: move.installs })},{" "}
              {full("money", move.revenue)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
