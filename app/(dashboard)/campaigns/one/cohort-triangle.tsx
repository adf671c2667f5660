import { percentText } from "@/app/(dashboard)/shell/figure-format";
import { cn } from "@/components/cn";
import { numberText, windowText } from "@/components/format";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { t } from "@/lib/base/languages/texts";
import type { Cohorts as CampaignCohorts } from "@/lib/reporting/campaign/cohorts-schema";

const shownAges = [1, 2, 3, 4, 5, 6, 7, 14, 21, 30];

/** A row per cohort, a column per age. A darker cell means a higher share of returning users. */
export function CohortTriangle({ data }: { data: CampaignCohorts }) {
  const isRunning = data.cohorts.some(({ running }) => running !== null && shownAges.includes(running));
  return (
    <div className="grid grid-cols-1 gap-2">
      <Cohorts data={data} />
      {isRunning ? (
        <p className="text-muted text-xs">
          {t("Dashed: part of this row only reaches that day today, so the share can still grow.")}
        </p>
      ) : null}
    </div>
  );
}

function Cohorts({ data: { ages, cohorts, by } }: { data: CampaignCohorts }) {
  return (
    <section
      aria-label={t("Retention by install {by}", { by })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative max-h-96 overflow-auto overscroll-x-contain rounded-md border"
    >
      <Table className="min-w-max">
        <thead className="sticky top-0 z-10">
          <tr>
            <TableHead>{t("Installed")}</TableHead>
            <TableHead className="text-end">{t("Installs")}</TableHead>
            {shownAges.map((age) => (
              <TableHead key={age} className="text-end">
                D{age}
              </TableHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
            <TableRow key={cohort.from}>
              <TableCell className="h-8 whitespace-nowrap py-1">{windowText(cohort)}</TableCell>
              <TableCell className="num h-8 py-1 text-end">{numberText(cohort.installs)}</TableCell>
              {shownAges.map((age) => {
                const opened = cohort.opened[ages.indexOf(age)] ?? null;
                const runs = cohort.running === age;
                return opened === null ? (
                  <TableCell key={age} className="h-8 py-1 text-end text-faint">
                    <span aria-hidden="true">–</span>
                    <span className="sr-only">{t("Not yet mature")}</span>
                  </TableCell>
                ) : (
                  <TableCell
                    key={age}
                    className={cn(
                      "num h-8 py-1 text-end",
                      runs && "outline-1 outline-faint outline-dashed -outline-offset-3",
                    )}
                    style={{ backgroundColor: shadeOf(opened / cohort.installs) }}
                  >
                    {percentText(opened / cohort.installs)}
                    {runs ? <span className="sr-only"> {t("so far, the day isn't over")}</span> : null}
                  </TableCell>
                );
              })}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

/** Light enough that the figure remains readable. */
const shadeOf = (ratio: number) =>
  `color-mix(in oklch, var(--chart-1) ${Math.round(Math.min(1, ratio) * 45)}%, transparent)`;
