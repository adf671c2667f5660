"use client";

import { Columns3, Grid3x3 } from "lucide-react";
import { useCallback, useState } from "react";
import { at, child, urlOf, withQuery } from "@/app/(dashboard)/api";
import { CompareWith } from "@/app/(dashboard)/compare-with";
import { ExportCsv } from "@/app/(dashboard)/export-csv";
import { RecalculationNote } from "@/app/(dashboard)/p/[project]/recalculation-note";
import { ShareButton } from "@/app/(dashboard)/p/[project]/share/share-button";
import { sharedText } from "@/app/(dashboard)/p/[project]/share/shared-text";
import { TrafficSwitch } from "@/app/(dashboard)/p/[project]/traffic-switch";
import { useProject } from "@/app/(dashboard)/session";
import { dayWindow } from "@/app/(dashboard)/window";
import { WindowPicker } from "@/app/(dashboard)/window-picker";
import { windowText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { useUrlState } from "@/components/use-url-state";
import { dayIn } from "@/lib/base/time";
import { ActivityOnly } from "./activity-only";
import { BreakDownBy } from "./break-down-by";
import { CampaignsReport } from "./campaigns-report";
import { ExportReport } from "./export-report";
import { GroupsReport } from "./groups-report";
import { ReportChart } from "./report-chart";
import { ReportFilters } from "./report-filters";
import { SavedViews } from "./saved-views";
import {
  defaultSort,
  fileQuery,
  groupsFileQuery,
  isGrouped,
  type ReportPartProps,
  type ReportTableFilters,
  reportCodecs,
  sentReport,
} from "./table-address";

const views = [
  { value: "user_acquisition", label: "User acquisition" },
  { value: "retargeting", label: "Retargeting" },
] as const;

export default function Report() {
  const { id, name, time_zone: timeZone, week_starts_on: weekStart } = useProject();
  const [address, setAddress] = useUrlState(reportCodecs);
  const [choosing, setChoosing] = useState(false);
  const today = dayIn(timeZone, new Date());
  const window = dayWindow(address, today, weekStart);
  const path = at("/projects/:project/report", { project: id });
  const filter = useCallback(
    (patch: Partial<ReportTableFilters>) => setAddress({ ...patch, page: 1 }),
    [setAddress],
  );
  const grouped = isGrouped(address);
  const part: ReportPartProps = {
    path,
    address,
    window,
    today,
    onChange: setAddress,
    choosing: { open: choosing, onOpenChange: setChoosing },
  };
  return (
    <div data-print="wide" className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title="Report"
        description={`${windowText(window)}, days in ${timeZone}`}
        actions={
          <>
            <TrafficSwitch
              value={address.traffic}
              onValueChange={(traffic) => setAddress({ traffic, page: 1 })}
            />
            <WindowPicker
              state={address}
              window={window}
              today={today}
              timeZone={timeZone}
              onChange={(state) => setAddress({ ...state, page: 1 })}
            />
            {grouped ? (
              <ExportCsv
                file={withQuery(child(path, "/groups/export.csv"), groupsFileQuery(address, window))}
              />
            ) : (
              <ExportReport
                hrefOf={(level) =>
                  urlOf(withQuery(child(path, "/export.csv"), fileQuery(address, window, level)))
                }
              />
            )}
            <ShareButton
              title={`${name}: report`}
              shown={{ kind: "report", query: sharedText(groupsFileQuery(address, window)) }}
              window={window}
              today={today}
            />
          </>
        }
      />
      <RecalculationNote />
      <div className="grid grid-cols-1 print:hidden">
        <ReportChart path={path} address={address} window={window} onChange={setAddress} />
      </div>
      <div className="overflow-hidden rounded-xl border bg-raised print:overflow-visible print:border-0">
        <div className="grid gap-2 border-b px-2.5 py-2 print:hidden">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Segmented
              label="View"
              options={views}
              value={address.view}
              onValueChange={(view) => setAddress({ view, page: 1, sort: defaultSort({ ...address, view }) })}
            />
            <BreakDownBy
              by={address.by}
              second={address.second}
              onChange={(by, second) => {
                const next = { ...address, by, second };
                setAddress({ by, second, page: 1, open: [], sort: defaultSort(next) });
              }}
            />
            <CompareWith
              size="sm"
              value={address.compare || "none"}
              onChange={(compare) => setAddress({ compare })}
            />
            <div className="ml-auto flex items-center gap-2">
              <Button
                size="sm"
                variant="ghost"
                aria-pressed={address.shading === "on"}
                className="aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
                onClick={() => setAddress({ shading: address.shading === "on" ? "" : "on" })}
              >
                <Grid3x3 className="size-3.5" />
                Shading
              </Button>
              <SavedViews sent={sentReport(address, window)} />
              <Button size="sm" variant="ghost" onClick={() => setChoosing(true)}>
                <Columns3 className="size-3.5" />
                Columns
              </Button>
            </div>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <ReportFilters address={address} onChange={filter} />
            {grouped ? null : (
              <ActivityOnly
                value={address.activity === "only"}
                onChange={(only) => setAddress({ activity: only ? "only" : "", page: 1 })}
              />
            )}
          </div>
        </div>
        {grouped ? <GroupsReport {...part} /> : <CampaignsReport {...part} />}
      </div>
    </div>
  );
}
