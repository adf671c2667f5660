"use client";

import { Globe } from "lucide-react";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { dayWindow, windowCodecs } from "@/app/(dashboard)/shell/dates/window";
import { WindowPicker } from "@/app/(dashboard)/shell/dates/window-picker";
import { FiguresFrame, NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { useProjectDetails } from "@/app/(dashboard)/shell/use-details";
import { Website } from "@/app/(dashboard)/shell/website";
import { WebEvents } from "@/app/(dashboard)/web-to-app/web-events";
import { WebFunnel } from "@/app/(dashboard)/web-to-app/web-funnel";
import { WebGroups } from "@/app/(dashboard)/web-to-app/web-groups";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { Card } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { urlChoice, useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";
import { type WebGrouping, webGroupings } from "@/lib/reporting/web-to-app/steps";

const codecs = { ...windowCodecs, by: urlChoice<WebGrouping>(webGroupings, "source") };

const groupings = [
  { value: "source" as const, label: t("Source") },
  { value: "campaign" as const, label: t("Campaign") },
];

export default function WebToAppPage() {
  const { id, time_zone: timeZone, week_starts_on: weekStart } = useProject();
  const [state, setState] = useUrlState(codecs);
  const today = dayIn(timeZone, new Date());
  const window = dayWindow(state, today, weekStart);
  const query = useGet(
    withQuery(at("/projects/:project/web-to-app", { project: id }), { ...window, by: state.by }),
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-6">
      <PageHeader
        title={t("Web to app")}
        description={t("How visitors of your website get into your app, by the ad that first brought them.")}
        actions={
          <WindowPicker state={state} window={window} today={today} timeZone={timeZone} onChange={setState} />
        }
      />
      <FiguresFrame query={query}>
        {(data, busy) =>
          data.has_visitors ? (
            <>
              <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
                <WebFunnel data={data} project={id} />
                <WebEvents events={data.events} />
              </div>
              <section className="grid grid-cols-1 gap-3" aria-label={t("Sources of visitors")}>
                <div className="flex flex-wrap items-center justify-between gap-3">
                  <h2 className="px-1 font-semibold text-base">{t("Sources of visitors")}</h2>
                  <Segmented
                    label={t("Group by")}
                    options={groupings}
                    value={state.by}
                    onValueChange={(by) => setState({ by })}
                  />
                </div>
                <WebGroups data={data} project={id} busy={busy} />
              </section>
            </>
          ) : (
            <NoVisitors project={id} />
          )
        }
      </FiguresFrame>
    </div>
  );
}

/** Before there are figures, the page shows the code to paste. */
function NoVisitors({ project }: { project: number }) {
  const { data, error, refetch } = useProjectDetails();
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card>
        <EmptyState icon={Globe} title={t("No visits yet")}>
          {t(
            "Enter your website below and paste three lines into its pages. They report visits and store button clicks, so you see which ads bring installs through your site.",
          )}
        </EmptyState>
      </Card>
      {data ? (
        <Website project={project} link={`${data.link_base}/your-campaign`} />
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-80" />
      )}
    </div>
  );
}
