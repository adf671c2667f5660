"use client";

import { AppleChart } from "@/app/(dashboard)/apple/apple-chart";
import { AppleGroups } from "@/app/(dashboard)/apple/apple-groups";
import { AppleTiles } from "@/app/(dashboard)/apple/apple-tiles";
import { CoarseValues, CrowdSizes } from "@/app/(dashboard)/apple/coarse-values";
import { countedByAppleText } from "@/app/(dashboard)/apple/labels";
import { NoPostbacks } from "@/app/(dashboard)/apple/no-postbacks";
import { ValueGrid } from "@/app/(dashboard)/apple/value-grid";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { dayWindow, windowCodecs } from "@/app/(dashboard)/shell/dates/window";
import { WindowPicker } from "@/app/(dashboard)/shell/dates/window-picker";
import { ShowSql } from "@/app/(dashboard)/shell/figures/show-sql";
import { FiguresFrame } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { PageHeader } from "@/components/page-header";
import { Segmented } from "@/components/ui/segmented";
import { urlChoice, useUrlState } from "@/components/use-url-state";
import { type AppleDays, appleDays } from "@/lib/apple/figures/schema";
import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";

const codecs = { ...windowCodecs, by: urlChoice<AppleDays>(appleDays, "received") };

const bys = [
  { value: "received" as const, label: t("Day received") },
  { value: "began" as const, label: t("Estimated install day") },
];

export default function Skadnetwork() {
  const { id, time_zone: timeZone, week_starts_on: weekStart } = useProject();
  const [state, setState] = useUrlState(codecs);
  const today = dayIn(timeZone, new Date());
  const window = dayWindow(state, today, weekStart);
  const query = useGet(
    withQuery(at("/projects/:project/apple-postbacks/figures", { project: id }), { ...window, by: state.by }),
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <>
      <PageHeader
        title={t("SKAdNetwork and AdAttributionKit")}
        description={countedByAppleText}
        actions={
          <>
            <ShowSql
              choices={[
                {
                  label: t("Networks and campaigns"),
                  request: withQuery(at("/projects/:project/apple-postbacks/figures/sql", { project: id }), {
                    ...window,
                    by: state.by,
                  }),
                },
              ]}
            />
            <WindowPicker
              state={state}
              window={window}
              today={today}
              timeZone={timeZone}
              onChange={setState}
            />
          </>
        }
      />
      <FiguresFrame query={query}>
        {(data, busy) =>
          data.has_any ? (
            <>
              <AppleTiles data={data} />
              <AppleChart
                data={data}
                actions={
                  <Segmented
                    label={t("Days")}
                    options={bys}
                    value={state.by}
                    onValueChange={(by) => setState({ by })}
                  />
                }
              />
              <AppleGroups data={data} busy={busy} />
              <ValueGrid data={data} />
              <CrowdSizes data={data} />
              <CoarseValues data={data} />
            </>
          ) : (
            <NoPostbacks />
          )
        }
      </FiguresFrame>
    </>
  );
}
