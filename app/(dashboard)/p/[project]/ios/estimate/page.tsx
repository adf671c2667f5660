"use client";

import { EstimateMethod } from "@/app/(dashboard)/apple/estimate-method";
import { EstimateTable } from "@/app/(dashboard)/apple/estimate-table";
import { EstimateTiles } from "@/app/(dashboard)/apple/estimate-tiles";
import { NoPostbacks } from "@/app/(dashboard)/apple/no-postbacks";
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
import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";

const shownAs = ["estimate", "raw"] as const;
const codecs = { ...windowCodecs, figures: urlChoice<(typeof shownAs)[number]>(shownAs, "estimate") };

const options = [
  { value: "estimate" as const, label: t("One estimate") },
  { value: "raw" as const, label: t("Raw figures") },
];

export default function Estimate() {
  const { id, time_zone: timeZone, week_starts_on: weekStart } = useProject();
  const [state, setState] = useUrlState(codecs);
  const today = dayIn(timeZone, new Date());
  const window = dayWindow(state, today, weekStart);
  const query = useGet(
    withQuery(at("/projects/:project/apple-postbacks/estimate", { project: id }), window),
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <>
      <PageHeader
        title={t("iOS in one figure")}
        description={t(
          "Estimated from installs that Cairn knows and installs that only Apple reports, by install day.",
        )}
        actions={
          <>
            <Segmented
              label={t("Figures")}
              options={options}
              value={state.figures}
              onValueChange={(figures) => setState({ figures })}
            />
            <ShowSql
              choices={[
                {
                  label: t("Counts behind the estimate"),
                  request: withQuery(
                    at("/projects/:project/apple-postbacks/estimate/sql", { project: id }),
                    window,
                  ),
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
              <EstimateTiles data={data} raw={state.figures === "raw"} />
              <EstimateTable data={data} raw={state.figures === "raw"} busy={busy} />
              <EstimateMethod data={data} />
            </>
          ) : (
            <NoPostbacks />
          )
        }
      </FiguresFrame>
    </>
  );
}
