"use client";

import { CalendarPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { sqlOfTest } from "@/app/(dashboard)/report/incrementality/comparison-parts";
import {
  confidenceOptions,
  kindOptions,
  kpiOptions,
  TestFormDialog,
} from "@/app/(dashboard)/report/incrementality/test-form";
import { TestPlan } from "@/app/(dashboard)/report/incrementality/test-plan";
import { at, child, withQuery } from "@/app/(dashboard)/shell/api";
import { listedCountries } from "@/app/(dashboard)/shell/country-options";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useCampaignChoices } from "@/app/(dashboard)/shell/facts/campaign-choices";
import { useNetworkChoices } from "@/app/(dashboard)/shell/facts/network-choices";
import { ShowSql } from "@/app/(dashboard)/shell/figures/show-sql";
import { FiguresFrame } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { Combobox } from "@/components/fields/combobox";
import { MultiCombobox } from "@/components/fields/multi-combobox";
import { Select } from "@/components/fields/select";
import { PageHeader } from "@/components/page-header";
import { Card } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { urlChoice, urlInteger, urlList, urlText, useUrlState } from "@/components/use-url-state";
import { addDays } from "@/lib/base/days";
import { inSentence, t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";
import { networkLabel } from "@/lib/campaigns/networks";
import {
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

const lengths = [14, 21, 28, 42, 56].map((days) => ({
  value: String(days),
  label: t("{days} days", { days }),
}));

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
      title: `${networkLabel(network)}: ${inSentence(testKinds[kind])}`,
      ...{ network, kind, kpi, starts_on: first, ends_on: addDays(first, days - 1) },
      campaigns: campaigns.map(Number),
      countries: kind === "pause_everywhere" ? [] : data.countries,
      confidence: Number(confidence) as TestInput["confidence"],
    });
  };
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title={t("Plan a test")}
        description={t("What a pause or a start could find out, estimated from your history.")}
        actions={
          plan.data && network !== "" ? (
            <>
              <ShowSql choices={sqlOfTest(project, network, kpi, plan.data.history)} />
              <GatedButton variant="primary" reason={reason} onClick={() => plan.data && save(plan.data)}>
                <CalendarPlus />
                {t("Add as test")}
              </GatedButton>
            </>
          ) : null
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <Combobox
          aria-label={t("Network")}
          className="h-8 w-52"
          placeholder={t("Choose a network")}
          searchPlaceholder={t("Search networks")}
          value={network || undefined}
          options={networks}
          onValueChange={(next) => setState({ network: next, campaigns: [], countries: [] })}
        />
        <Select
          size="sm"
          aria-label={t("Kind")}
          className="w-auto"
          value={kind}
          options={kindOptions}
          onValueChange={(next) => setState({ kind: next })}
        />
        <Select
          size="sm"
          aria-label={t("Measure")}
          className="w-auto"
          value={kpi}
          options={kpiOptions}
          onValueChange={(next) => setState({ kpi: next })}
        />
        <Select
          size="sm"
          aria-label={t("Length")}
          className="w-auto"
          value={String(days)}
          options={
            lengths.some(({ value }) => value === String(days))
              ? lengths
              : [...lengths, { value: String(days), label: t("{days} days", { days }) }]
          }
          onValueChange={(next) => setState({ days: Number(next) })}
        />
        <Select
          size="sm"
          aria-label={t("Confidence")}
          className="w-auto"
          value={confidence}
          options={confidenceOptions.map(({ value, label }) => ({
            value: String(value) as "80" | "90" | "95",
            label: t("{label} confidence", { label }),
          }))}
          onValueChange={(next) => setState({ confidence: next })}
        />
        {network === "" ? null : (
          <div className="w-full sm:w-56">
            <MultiCombobox
              aria-label={t("Campaigns")}
              options={campaignChoices}
              values={campaigns}
              onValuesChange={(next) => setState({ campaigns: next })}
              placeholder={t("All campaigns")}
              searchPlaceholder={t("Find a campaign")}
            />
          </div>
        )}
        {kind === "pause_everywhere" ? null : (
          <div className="w-full sm:w-72">
            <MultiCombobox
              aria-label={t("Countries")}
              options={listedCountries}
              values={countries}
              onValuesChange={(next) => setState({ countries: next })}
              placeholder={t("Suggest countries")}
              searchPlaceholder={t("Find a country")}
            />
          </div>
        )}
      </div>
      {network === "" ? (
        <Card>
          <EmptyState icon={CalendarPlus} title={t("Choose a network")}>
            {t(
              "The plan shows which countries to pause, how well the others predict them, and the smallest effect that a test can find.",
            )}
          </EmptyState>
        </Card>
      ) : (
        <FiguresFrame query={plan}>
          {(data) => (
            <TestPlan
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
