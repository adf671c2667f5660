"use client";

import { Pencil, SearchX, Trash2 } from "lucide-react";
import { useParams, useRouter } from "next/navigation";
import { useState } from "react";
import { ComparisonChart, OrganicChart } from "@/app/(dashboard)/report/incrementality/comparison-chart";
import { Controls, sqlOfTest, Warnings } from "@/app/(dashboard)/report/incrementality/comparison-parts";
import { Findings } from "@/app/(dashboard)/report/incrementality/findings";
import { describeTest, stateLabels } from "@/app/(dashboard)/report/incrementality/labels";
import { TestFormDialog } from "@/app/(dashboard)/report/incrementality/test-form";
import { ApiError, at, child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { ShowSql } from "@/app/(dashboard)/shell/figures/show-sql";
import { Breadcrumb } from "@/app/(dashboard)/shell/frame/crumbs";
import { useRemoval } from "@/app/(dashboard)/shell/list/use-removal";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { quoted } from "@/components/quoted";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { RowMenu } from "@/components/ui/row-menu";
import { Segmented } from "@/components/ui/segmented";
import { urlChoice, useUrlState } from "@/components/use-url-state";
import { addDays } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";
import { type ResultData, type TestKpi, testKpis } from "@/lib/reporting/incrementality/schema";

const codecs = { kpi: urlChoice<TestKpi | "">(["", "installs", "signups", "revenue"], "") };
const kpis = Object.entries(testKpis).map(([value, label]) => ({ value: value as TestKpi, label }));

export default function TestPage() {
  const { test: id } = useParams<{ test: string }>();
  const { id: project } = useProject();
  const [{ kpi }, setState] = useUrlState(codecs);
  const path = at("/projects/:project/incrementality", { project });
  const { data, error, refetch } = useGet(
    withQuery(child(path, "/:id/result", { id }), kpi === "" ? {} : { kpi }),
    { keepPrevious: true },
  );
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <EmptyState
        icon={SearchX}
        page
        title={t("Test not found")}
        actions={
          <Button asChild>
            <IntentLink href={`/p/${project}/report/incrementality`}>
              {t("Go to incrementality tests")}
            </IntentLink>
          </Button>
        }
      >
        {t("It doesn't exist or belongs to another project.")}
      </EmptyState>
    );
  if (!data)
    return (
      <>
        <Breadcrumb label={id} />
        <PageHeader title={t("Incrementality test")} description=" " />
        <NotLoaded error={error} retry={refetch} className="h-120" />
      </>
    );
  const { test } = data;
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <Breadcrumb label={test.title} />
      <PageHeader
        title={test.title}
        description={describeTest(test)}
        badge={
          <Badge tone={stateLabels[test.state].tone} dot={test.state === "running"}>
            {stateLabels[test.state].label}
          </Badge>
        }
        actions={<Actions data={data} />}
      />
      {test.state === "finished" ? (
        <div className="flex">
          <Segmented
            label={t("Measure")}
            options={kpis}
            value={data.kpi}
            onValueChange={(next) => setState({ kpi: next === test.kpi ? "" : next })}
          />
        </div>
      ) : null}
      <Result data={data} />
    </div>
  );
}

function Actions({ data: { test, kpi, series } }: { data: ResultData }) {
  const { id: project } = useProject();
  const router = useRouter();
  const path = at("/projects/:project/incrementality", { project });
  const remove = useRemoval(path);
  const reason = useMissingRoleText("incrementality.write");
  const [editing, setEditing] = useState(false);
  const days = { from: series[0]?.day ?? addDays(test.starts_on, -90), to: test.ends_on };
  const onRemove = async () => {
    await remove(child(path, "/:id", { id: test.id }), {
      title: t("Remove “{title}”?", { title: test.title }),
      description: t(
        "Its figures come from the report, so only the days and countries of the test are lost.",
      ),
      action: t("Remove test"),
      done: t("{title} was removed", { title: quoted(test.title) }),
    });
  };
  return (
    <>
      <ShowSql choices={sqlOfTest(project, test.network, kpi, days)} />
      {reason ? null : (
        <RowMenu
          large
          of={test.title}
          groups={[
            [{ icon: Pencil, label: t("Change"), onSelect: () => setEditing(true) }],
            [
              {
                icon: Trash2,
                label: t("Remove"),
                destructive: true,
                onSelect: () =>
                  void onRemove().then(() => router.push(`/p/${project}/report/incrementality`)),
              },
            ],
          ]}
        />
      )}
      {editing ? (
        <TestFormDialog path={path} shown={test} start={{}} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}

const waiting = {
  planned: t("Not started yet"),
  running: t("Do not read it yet"),
  finished: t("No result"),
} as const;

function Result({ data }: { data: ResultData }) {
  const { test, refused, series, effect, organic, controls } = data;
  const network = networkLabel(test.network);
  return (
    <>
      {refused === null ? null : (
        <Alert tone={test.state === "finished" ? "warning" : "info"} title={waiting[test.state]}>
          {refused}
        </Alert>
      )}
      <Warnings texts={data.warnings} />
      {test.state === "planned" ? null : <Findings data={data} />}
      {series.length > 0 ? (
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,9fr)_minmax(0,4fr)]">
          <Card>
            <CardHeader
              title={t("What happened, and what would have happened")}
              description={t(
                "The dotted line is predicted from places where nothing changed. From the start of the test on, the gap is the effect.",
              )}
            />
            <CardBody>
              <ComparisonChart
                series={series}
                kpi={data.kpi}
                currency={data.currency}
                from={test.starts_on}
                mark={t("Start")}
              />
            </CardBody>
          </Card>
          <Controls controls={controls} kind={data.control_kind} />
        </div>
      ) : null}
      {organic.length > 0 && (effect !== null || test.state === "running") ? (
        <Card>
          <CardHeader
            title={t("Organic installs around the test")}
            description={
              test.kind === "start_regions"
                ? t(
                    "If organic installs fall when {network} starts, it claims users who would have come anyway.",
                    { network },
                  )
                : t(
                    "If organic installs rise while {network} is paused, it claimed users who would have come anyway.",
                    { network },
                  )
            }
          />
          <CardBody>
            <OrganicChart days={organic} currency={data.currency} network={network} from={test.starts_on} />
          </CardBody>
        </Card>
      ) : null}
    </>
  );
}
