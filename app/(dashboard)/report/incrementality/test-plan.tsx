import { ComparisonChart } from "@/app/(dashboard)/report/incrementality/comparison-chart";
import { Controls, Warnings } from "@/app/(dashboard)/report/incrementality/comparison-parts";
import { kpiUnit, roundedCount } from "@/app/(dashboard)/report/incrementality/labels";
import { figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { windowText } from "@/components/format";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Stat } from "@/components/ui/stat";
import { t } from "@/lib/base/languages/texts";
import { countriesText, type PlanData, type TestKind, testKpis } from "@/lib/reporting/incrementality/schema";

type TestPlanProps = { data: PlanData; network: string; kind: TestKind; onUse: (() => void) | null };

/** What such a test can find, by the project's history. */
export function TestPlan({ data, network, kind, onUse }: TestPlanProps) {
  const { kpi, detectable, at_stake: stake, error_percent: error, fit, unseen_from: unseen } = data;
  const { full } = figureFormat(data.currency);
  const name = testKpis[kpi].toLowerCase();
  const figure = (value: number) => full(kpiUnit(kpi), roundedCount(kpi, value));
  return (
    <>
      {data.refused === null ? null : (
        <Alert tone="warning" title={t("This test would say nothing")}>
          {data.refused}
        </Alert>
      )}
      <Warnings texts={data.warnings} />
      {data.countries.length > 0 ? (
        <Alert
          title={`${data.is_suggested ? t("Suggested: ") : ""}${countriesText(data.countries)}`}
          actions={
            onUse ? (
              <Button size="sm" onClick={onUse}>
                {t("Choose these")}
              </Button>
            ) : null
          }
        >
          {data.is_suggested
            ? t("Their history is most like that of the other countries, so the others predict them best.")
            : t("All other countries stay as they are.")}
        </Alert>
      ) : null}
      <Card className="grid grid-cols-2 divide-line sm:grid-cols-4 sm:divide-x">
        <Stat
          label={t("Smallest effect")}
          hint={t(
            "A change of {name} that such a test finds in 80 of 100 cases. Smaller effects mostly stay in the noise.",
            { name },
          )}
          value={detectable ? figure(detectable.value) : null}
          footnote={
            detectable
              ? t("{percent} of all {name} there", { percent: percentText(detectable.percent / 100), name })
              : undefined
          }
        />
        <Stat
          label={t("Of what {network} claims", { network })}
          hint={t(
            "The smallest effect, divided by the {name} attributed to {network} there in the last {days} days. Above 100%, the test cannot succeed.",
            { name, network, days: data.days },
          )}
          value={
            detectable?.percent_of_attributed == null
              ? null
              : percentText(detectable.percent_of_attributed / 100)
          }
          footnote={t("{attributed} attributed", { attributed: figure(stake.attributed) })}
        />
        <Stat
          label={t("Error of the prediction")}
          hint={t(
            "How far predictions of {days} days without a test were off, in the middle of {placebos} comparisons.",
            { days: data.days, placebos: data.placebos },
          )}
          value={error === null ? null : percentText(error / 100)}
        />
        <Stat
          label={kind === "start_regions" ? t("Spend so far") : t("Spend that stops")}
          hint={t("Spend on {network} in these countries in the last {days} days.", {
            network,
            days: data.days,
          })}
          value={full("money", stake.spend)}
          footnote={
            stake.spend_without_country > 0 && kind !== "pause_everywhere"
              ? t("and a part of {spend_without_country} without a country", {
                  spend_without_country: full("money", stake.spend_without_country),
                })
              : undefined
          }
        />
      </Card>
      {fit.length > 0 ? (
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,9fr)_minmax(0,4fr)]">
          <Card>
            <CardHeader
              title={t("How well the others predict these countries")}
              description={t(
                "A rehearsal on {window}, when nothing was paused. The last {days} days are predicted without having been seen.",
                { window: windowText({ from: fit[0]!.day, to: fit.at(-1)!.day }), days: data.days },
              )}
            />
            <CardBody>
              <ComparisonChart
                series={fit}
                kpi={kpi}
                currency={data.currency}
                from={unseen}
                mark={t("Not seen")}
              />
            </CardBody>
          </Card>
          <Controls controls={data.controls} kind={data.control_kind} />
        </div>
      ) : null}
    </>
  );
}
