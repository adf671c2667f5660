"use client";

import { GitCompareArrows, Plug } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { CauseList } from "@/app/(dashboard)/discrepancies/cause-list";
import { countText, signedNumber } from "@/app/(dashboard)/discrepancies/figures";
import { DiscrepancyTable } from "@/app/(dashboard)/discrepancies/groups-table";
import { RowSheet } from "@/app/(dashboard)/discrepancies/row-sheet";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { dayWindow, windowCodecs } from "@/app/(dashboard)/shell/dates/window";
import { WindowPicker } from "@/app/(dashboard)/shell/dates/window-picker";
import { NetworkFilter } from "@/app/(dashboard)/shell/facts/network-filter";
import { ExportCsv } from "@/app/(dashboard)/shell/list/export-csv";
import { FiguresFrame } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { Stat } from "@/components/ui/stat";
import { urlChoice, urlText, useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";
import { networkLabel } from "@/lib/campaigns/networks";
import { type DiscrepancyGrouping, discrepancyGroupings } from "@/lib/reporting/discrepancies/causes";
import type { Discrepancies, DiscrepancyRow } from "@/lib/reporting/discrepancies/schema";

const codecs = {
  ...windowCodecs,
  by: urlChoice<DiscrepancyGrouping>(discrepancyGroupings, "campaign"),
  network: urlText(),
};

const views = [
  { value: "campaign", label: t("Campaigns") },
  { value: "network", label: t("Networks") },
  { value: "day", label: t("Days") },
  { value: "row", label: t("Campaigns by day") },
] as const;

export default function DiscrepanciesPage() {
  const { id, time_zone: timeZone, week_starts_on: weekStart } = useProject();
  const [state, setState] = useUrlState(codecs);
  const [open, setOpen] = useState<DiscrepancyRow | null>(null);
  const today = dayIn(timeZone, new Date());
  const window = dayWindow(state, today, weekStart);
  const { by, network } = state;
  const query = { ...window, by, ...(network && { network }) };
  const figures = useGet(withQuery(at("/projects/:project/discrepancies", { project: id }), query), {
    keepPrevious: true,
    staleTime: 0,
  });
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title={t("Discrepancies")}
        description={t(
          "Installs that your ad networks claim, next to those that Cairn attributes, and why they differ.",
        )}
        actions={
          <>
            <ExportCsv
              file={withQuery(at("/projects/:project/discrepancies/export.csv", { project: id }), query)}
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
      <FiguresFrame query={figures}>
        {(data, busy) =>
          data.has_claims ? (
            <>
              <Totals totals={data.totals} />
              <Card>
                <CardHeader
                  title={t("Why they differ")}
                  description={t(
                    "Each cause is counted from your installs. The unexplained rest is shown as well.",
                  )}
                />
                <CardBody>
                  <CauseList figures={data.totals} project={id} days={window} network={network} />
                </CardBody>
              </Card>
              <div className="flex flex-wrap items-center gap-3">
                <Segmented
                  label={t("Show")}
                  options={views}
                  value={by}
                  onValueChange={(next) => setState({ by: next })}
                />
                <NetworkFilter none value={network} onValueChange={(next) => setState({ network: next })} />
              </div>
              <DiscrepancyTable data={data} project={id} network={network} busy={busy} onOpen={setOpen} />
              <Notes data={data} />
              <RowSheet
                row={open}
                project={id}
                days={window}
                network={network}
                onClose={() => setOpen(null)}
              />
            </>
          ) : (
            <NoClaims project={id} connected={data.connected} />
          )
        }
      </FiguresFrame>
    </div>
  );
}

function Totals({ totals }: { totals: Discrepancies["totals"] }) {
  return (
    <Card className="grid grid-cols-2 divide-line sm:grid-cols-4 sm:divide-x">
      <Stat
        label={t("Networks claim")}
        hint={t("Installs in the networks' latest reports.")}
        value={countText(totals.network_installs)}
      />
      <Stat
        label={t("Cairn attributes")}
        hint={t("Installs of the same campaigns on the same days, as in the report.")}
        value={countText(totals.our_installs)}
      />
      <Stat
        label={t("Difference")}
        hint={t("The networks' claims minus Cairn's installs.")}
        value={signedNumber(totals.difference)}
      />
      <Stat
        label={t("Unexplained")}
        hint={t("The difference minus all counted causes.")}
        value={signedNumber(totals.unexplained)}
      />
    </Card>
  );
}

/** The assumptions of the comparison. */
function Notes({ data: { windows, without_zone } }: { data: Discrepancies }) {
  if (windows.length === 0) return null;
  const days = (count: number) => t("{count, plural, one {# day} other {# days}}", { count });
  const names = without_zone.map((code) => networkLabel(code) ?? code);
  return (
    <div className="grid gap-1 px-1 text-muted text-xs">
      <p>
        {t("Attribution windows of the networks, unless changed there: {windows}.", {
          windows: windows
            .map(({ network, click_days, view_days }) =>
              t("{network} {click_days} after a click, {view_days} after a view", {
                network: networkLabel(network) ?? network,
                click_days: days(click_days),
                view_days: days(view_days),
              }),
            )
            .join("; "),
        })}
      </p>
      {names.length > 0 ? (
        <p>
          {t(
            "{names}: the time zone is unknown, so days use the project's time zone and day boundaries aren't counted.",
            { names: names.join(", ") },
          )}
        </p>
      ) : null}
    </div>
  );
}

function NoClaims({ project, connected }: { project: number; connected: boolean }) {
  return (
    <Card>
      <EmptyState
        icon={GitCompareArrows}
        title={connected ? t("Your ad accounts claim no installs yet") : t("No network figures yet")}
        actions={
          <>
            <Button asChild variant="primary">
              <Link href={`/p/${project}/spend/sources`}>
                <Plug />
                {connected ? t("See your ad accounts") : t("Connect an ad account")}
              </Link>
            </Button>
            <Button asChild>
              <Link href={`/p/${project}/spend/upload`}>{t("Upload a file")}</Link>
            </Button>
          </>
        }
      >
        {connected
          ? t(
              "Cairn reads them every few hours. So far they have no installs of a campaign in this project. Campaigns match by the network campaign ID.",
            )
          : t(
              "Connect an ad account, and Cairn reads the network's claims every few hours. Or upload its export with a column of installs.",
            )}
      </EmptyState>
    </Card>
  );
}
