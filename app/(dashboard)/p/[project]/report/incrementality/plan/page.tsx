"use client";

import { CalendarPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ComparisonChart } from "@/app/(dashboard)/report/incrementality/comparison-chart";
import { Controls, sqlOfTest, Warnings } from "@/app/(dashboard)/report/incrementality/comparison-parts";
import { kpiUnit, roundedCount } from "@/app/(dashboard)/report/incrementality/labels";
import {
  confidenceOptions,
  kindOptions,
  kpiOptions,
  TestFormDialog,
} from "@/app/(dashboard)/report/incrementality/test-form";
import { at, child, withQuery } from "@/app/(dashboard)/shell/api";
import { listedCountries } from "@/app/(dashboard)/shell/country-options";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useCampaignChoices } from "@/app/(dashboard)/shell/facts/campaign-choices";
import { useNetworkChoices } from "@/app/(dashboard)/shell/facts/network-choices";
import { figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { ShowSql } from "@/app/(dashboard)/shell/figures/show-sql";
import { FiguresFrame } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { Combobox } from "@/components/fields/combobox";
import { MultiCombobox } from "@/components/fields/multi-combobox";
import { Select } from "@/components/fields/select";
import { windowText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { Stat } from "@/components/ui/stat";
import { urlChoice, urlInteger, urlList, urlText, useUrlState } from "@/components/use-url-state";
import { addDays } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { networkLabel } from "@/lib/campaigns/networks";
import {
  countriesText,
  type PlanData,
  type TestInput,
  type TestKind,
  type TestKpi,
  testKinds,
  testKpis,
  testLengths,
} from "@/lib/reporting/incrementality/schema";

const codecs = {
  network: urlText(),
  kind: urlChoice(Object.keys(testKinds) as TestKind[], "pause_regions"),
  kpi: urlChoice(Object.keys(testKpis) as TestKpi[], "installs"),
  campaigns: urlList(),
  countries: urlList(),
  days: urlInteger(testLengths.usual, testLengths.min, testLengths.max),
  confidence: urlChoice(["80", "90", "95"] as const, "90"),
};

const lengths = [14, 21, 28, 42, 56].map((days) => ({ value: String(days), label: `${days} days` }));

export default function PlanPage() {
  const { id: project, time_zone: timeZone } = useProject();
  const router = useRouter();
  const [state, setState] = useUrlState(codecs);
  const [start, setStart] = useState<Partial<TestInput> | null>(null);
  const networks = useNetworkChoices();
  const reason = useMissingRoleText("incrementality.write");
  const { network, kind, kpi, campaigns, countries, days, confidence } = state;
  const campaignChoices = useCampaignChoices(network);
  const path = at("/projects/:project/incrementality", { project });
  const query = {
    ...{ network, kind, kpi, confidence, days: String(days) },
    ...(campaigns.length > 0 && { campaigns: campaigns.join(",") }),
    ...(countries.length > 0 && kind !== "pause_everywhere" && { countries: countries.join(",") }),
  };
  const plan = useGet(network === "" ? null : withQuery(child(path, "/plan"), query), {
    keepPrevious: true,
    staleTime: 60_000,
  });
  const save = (data: PlanData) => {
    const first = addDays(dayIn(timeZone, new Date()), 1);
    setStart({
      title: `${networkLabel(network)}: ${testKinds[kind].toLowerCase()}`,
      ...{ network, kind, kpi, starts_on: first, ends_on: addDays(first, days - 1) },
      campaigns: campaigns.map(Number),
      countries: kind === "pause_everywhere" ? [] : data.countries,
      confidence: Number(confidence) as TestInput["confidence"],
    });
  };
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title="Plan a test"
        description="What a pause or a start could find out, estimated from your history."
        actions={
          plan.data && network !== "" ? (
            <>
              <ShowSql choices={sqlOfTest(project, network, kpi, plan.data.history)} />
              <GatedButton variant="primary" reason={reason} onClick={() => plan.data && save(plan.data)}>
                <CalendarPlus />
                Add as test
              </GatedButton>
            </>
          ) : null
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <Combobox
          aria-label="Network"
          className="h-8 w-52"
          placeholder="Choose a network"
          searchPlaceholder="Search networks"
          value={network || undefined}
          options={networks}
          onValueChange={(next) => setState({ network: next, campaigns: [], countries: [] })}
        />
        <Select
          size="sm"
          aria-label="Kind"
          className="w-auto"
          value={kind}
          options={kindOptions}
          onValueChange={(next) => setState({ kind: next })}
        />
        <Select
          size="sm"
          aria-label="Measure"
          className="w-auto"
          value={kpi}
          options={kpiOptions}
          onValueChange={(next) => setState({ kpi: next })}
        />
        <Select
          size="sm"
          aria-label="Length"
          className="w-auto"
          value={String(days)}
          options={
            lengths.some(({ value }) => value === String(days))
              ? lengths
              : [...lengths, { value: String(days), label: `${days} days` }]
          }
          onValueChange={(next) => setState({ days: Number(next) })}
        />
        <Select
          size="sm"
          aria-label="Confidence"
          className="w-auto"
          value={confidence}
          options={confidenceOptions.map(({ value, label }) => ({
            value: String(value) as "80" | "90" | "95",
            label: `${label} confidence`,
          }))}
          onValueChange={(next) => setState({ confidence: next })}
        />
        {network === "" ? null : (
          <div className="w-full sm:w-56">
            <MultiCombobox
              aria-label="Campaigns"
              options={campaignChoices}
              values={campaigns}
              onValuesChange={(next) => setState({ campaigns: next })}
              placeholder="All campaigns"
              searchPlaceholder="Find a campaign"
            />
          </div>
        )}
        {kind === "pause_everywhere" ? null : (
          <div className="w-full sm:w-72">
            <MultiCombobox
              aria-label="Countries"
              options={listedCountries}
              values={countries}
              onValuesChange={(next) => setState({ countries: next })}
              placeholder="Suggest countries"
              searchPlaceholder="Find a country"
            />
          </div>
        )}
      </div>
      {network === "" ? (
        <Card>
          <EmptyState icon={CalendarPlus} title="Choose a network">
            The plan shows which countries to pause, how well the others predict them, and the smallest effect
            that a test can find.
          </EmptyState>
        </Card>
      ) : (
        <FiguresFrame query={plan}>
          {(data) => (
            <Plan
              data={data}
              network={networkLabel(network)}
              kind={kind}
              onUse={
                data.is_suggested && data.countries.length > 0
                  ? () => setState({ countries: data.countries })
                  : null
              }
            />
          )}
        </FiguresFrame>
      )}
      {start ? (
        <TestFormDialog
          path={path}
          shown={null}
          start={start}
          onClose={() => setStart(null)}
          onAdded={({ id }) => router.push(`/p/${project}/report/incrementality/${id}`)}
        />
      ) : null}
    </div>
  );
}

type PlanProps = { data: PlanData; network: string; kind: TestKind; onUse: (() => void) | null };

function Plan({ data, network, kind, onUse }: PlanProps) {
  const { kpi, detectable, at_stake: stake, error_percent: error, fit, unseen_from: unseen } = data;
  const { full } = figureFormat(data.currency);
  const name = testKpis[kpi].toLowerCase();
  const figure = (value: number) => full(kpiUnit(kpi), roundedCount(kpi, value));
  return (
    <>
      {data.refused === null ? null : (
        <Alert tone="warning" title="This test would say nothing">
          {data.refused}
        </Alert>
      )}
      <Warnings texts={data.warnings} />
      {data.countries.length > 0 ? (
        <Alert
          title={`${data.is_suggested ? "Suggested: " : ""}${countriesText(data.countries)}`}
          actions={
            onUse ? (
              <Button size="sm" onClick={onUse}>
                Choose these
              </Button>
            ) : null
          }
        >
          {data.is_suggested
            ? "Their history is most like that of the other countries, so the others predict them best."
            : "All other countries stay as they are."}
        </Alert>
      ) : null}
      <Card className="grid grid-cols-2 divide-line sm:grid-cols-4 sm:divide-x">
        <Stat
          label="Smallest effect"
          hint={`A change of ${name} that such a test finds in 80 of 100 cases. Smaller effects mostly stay in the noise.`}
          value={detectable ? figure(detectable.value) : null}
          footnote={detectable ? `${percentText(detectable.percent / 100)} of all ${name} there` : undefined}
        />
        <Stat
          label={`Of what ${network} claims`}
          hint={`The smallest effect, divided by the ${name} attributed to ${network} there in the last ${data.days} days. Above 100%, the test cannot succeed.`}
          value={
            detectable?.percent_of_attributed == null
              ? null
              : percentText(detectable.percent_of_attributed / 100)
          }
          footnote={`${figure(stake.attributed)} attributed`}
        />
        <Stat
          label="Error of the prediction"
          hint={`How far predictions of ${data.days} days without a test were off, in the middle of ${data.placebos} comparisons.`}
          value={error === null ? null : percentText(error / 100)}
        />
        <Stat
          label={kind === "start_regions" ? "Spend so far" : "Spend that stops"}
          hint={`Spend on ${network} in these countries in the last ${data.days} days.`}
          value={full("money", stake.spend)}
          footnote={
            stake.spend_without_country > 0 && kind !== "pause_everywhere"
              ? `and a part of ${full("money", stake.spend_without_country)} without a country`
              : undefined
          }
        />
      </Card>
      {fit.length > 0 ? (
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,9fr)_minmax(0,4fr)]">
          <Card>
            <CardHeader
              title="How well the others predict these countries"
              description={`A rehearsal on ${windowText({ from: fit[0]!.day, to: fit.at(-1)!.day })}, when nothing was paused. The last ${data.days} days are predicted without having been seen.`}
            />
            <CardBody>
              <ComparisonChart
                series={fit}
                kpi={kpi}
                currency={data.currency}
                from={unseen}
                mark="Not seen"
              />
            </CardBody>
          </Card>
          <Controls controls={data.controls} kind={data.control_kind} />
        </div>
      ) : null}
    </>
  );
}
