"use client";

import { Archive, Link2, Plus, Rows3, SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback, useDeferredValue, useState } from "react";
import { campaignTotalCells } from "@/app/(dashboard)/campaigns/activity-cells";
import { campaignTableColumns } from "@/app/(dashboard)/campaigns/campaign-columns";
import { CampaignFilters } from "@/app/(dashboard)/campaigns/campaign-filters";
import { CampaignSummaryStrip, useCampaignSummary } from "@/app/(dashboard)/campaigns/campaign-summary";
import type { CampaignDraft } from "@/app/(dashboard)/campaigns/form/campaign-sheet";
import { LazyCampaignSheet, LazySaveTemplate } from "@/app/(dashboard)/campaigns/form/lazy-forms";
import { useCampaignStatus } from "@/app/(dashboard)/campaigns/status-switch";
import {
  type CampaignTableFilters,
  campaignCodecs,
  campaignFilterQuery,
  campaignListFilters,
  campaignPageQuery,
  hasCampaignFilters,
  noCampaignFilters,
} from "@/app/(dashboard)/campaigns/table-address";
import { useArchiveCampaign } from "@/app/(dashboard)/campaigns/use-archive-campaigns";
import { useDefaultLink } from "@/app/(dashboard)/campaigns/use-default-link";
import { useDeleteCampaign } from "@/app/(dashboard)/campaigns/use-delete-campaign";
import { at, child, withQuery } from "@/app/(dashboard)/shell/api";
import { BudgetSql } from "@/app/(dashboard)/shell/budgets/budget-sql";
import { useGet } from "@/app/(dashboard)/shell/data";
import { CompareWith } from "@/app/(dashboard)/shell/dates/compare-with";
import { chosenComparison, dayWindow } from "@/app/(dashboard)/shell/dates/window";
import { WindowPicker } from "@/app/(dashboard)/shell/dates/window-picker";
import { Breadcrumb } from "@/app/(dashboard)/shell/frame/crumbs";
import { ExportCsv } from "@/app/(dashboard)/shell/list/export-csv";
import { QrDialog } from "@/app/(dashboard)/shell/qr/qr-dialog";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { numberText, windowText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { DataTable } from "@/components/table/data-table";
import { Button } from "@/components/ui/button";
import { GatedButton, GatedLink } from "@/components/ui/gated";
import { useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";
import { maxBulkCampaigns } from "@/lib/campaigns/table/names";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { isBudgetColumn } from "@/lib/spend/budgets/columns";

const BulkActions = dynamic(
  () => import("@/app/(dashboard)/campaigns/bulk-actions").then((module) => module.BulkActions),
  { ssr: false },
);

export default function Campaigns() {
  const { id, time_zone: timeZone, week_starts_on: weekStart } = useProject();
  const path = at("/projects/:project/campaigns", { project: id });
  const base = `/p/${id}/campaigns`;
  const router = useRouter();
  const reason = useMissingRoleText("campaigns.write");
  const [address, setAddress] = useUrlState(campaignCodecs);
  const today = dayIn(timeZone, new Date());
  const window = dayWindow(address, today, weekStart);
  const compare = chosenComparison(address);
  const {
    data: received,
    error,
    refetch,
    isPlaceholderData,
  } = useGet(withQuery(path, campaignPageQuery(address, window)), {
    keepPrevious: true,
  });
  // Rendering many rows is deferred, so that the page remains responsive.
  const data = useDeferredValue(received);
  const ids = data?.campaigns.map(({ id: each }) => each).join(",");
  const activity = useGet(ids ? withQuery(child(path, "/activity"), { ids, ...window }) : null, {
    staleTime: 60_000,
  });
  const showsBudgets = address.columns.some(isBudgetColumn);
  const budgets = useGet(showsBudgets ? at("/projects/:project/budgets", { project: id }) : null, {
    staleTime: 60_000,
  });
  const summary = useCampaignSummary(path, address, window, compare);
  const status = useCampaignStatus(path);
  const archive = useArchiveCampaign(path);
  const [draft, setDraft] = useState<CampaignDraft | null>(null);
  const [qr, setQr] = useState<Campaign | null>(null);
  const [template, setTemplate] = useState<Campaign | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isEverything, setEverything] = useState(false);
  const unselect = useCallback(() => {
    setSelected(new Set());
    setEverything(false);
  }, []);
  const makeDefault = useDefaultLink(path);
  const remove = useDeleteCampaign(path, ({ id: deleted }) =>
    setSelected((now) => new Set([...now].filter((one) => one !== String(deleted)))),
  );

  const filter = useCallback(
    (patch: Partial<CampaignTableFilters>) => {
      setAddress({ ...patch, page: 1 });
      // A row that is no longer visible must not be deleted with the rest.
      unselect();
    },
    [setAddress, unselect],
  );
  const create = () => setAddress({ create: "yes" });

  const filtered = hasCampaignFilters(address);
  const archived = address.status === "archived" ? 0 : (data?.totals.archived ?? 0);
  const showArchived =
    archived === 0 ? null : (
      <Button onClick={() => filter({ status: "archived" })}>{t("Show archived campaigns")}</Button>
    );
  const createButton = (label: string) => (
    <GatedButton reason={reason} variant="primary" onClick={create}>
      <Plus />
      {label}
    </GatedButton>
  );

  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title={t("Campaigns")}
        description={t("{window}, days in {timeZone}", { window: windowText(window), timeZone })}
        actions={
          <>
            <WindowPicker
              state={address}
              window={window}
              today={today}
              timeZone={timeZone}
              onChange={(state) => setAddress({ ...state, page: 1 })}
            />
            <CompareWith value={compare} onChange={(next) => setAddress({ compare: next })} />
            <ExportCsv file={withQuery(child(path, "/export.csv"), campaignFilterQuery(address, window))} />
            {showsBudgets ? <BudgetSql /> : null}
            <GatedLink reason={reason} href={`${base}/new-many`}>
              <Rows3 />
              {t("Create many")}
            </GatedLink>
            {createButton(t("New campaign"))}
          </>
        }
      />
      <CampaignSummaryStrip
        data={summary.data}
        error={summary.error ?? activity.error ?? budgets.error}
        retry={() => {
          for (const each of [summary, activity, budgets]) if (each.error) void each.refetch();
        }}
      />
      <DataTable
        label={t("Campaigns")}
        columns={campaignTableColumns(
          base,
          {
            mayChange: !reason,
            onEdit: (campaign) => setDraft({ campaign }),
            onDuplicate: (campaign) => setDraft({ campaign, copy: true }),
            onTemplate: setTemplate,
            onQr: setQr,
            onDefault: makeDefault,
            onDelete: remove,
            onSwitch: (campaign, active) => status.mutate({ campaign, active }),
            onArchive: archive,
          },
          { data: activity.data, failed: activity.isError, sort: address.sort },
          { data: budgets.data, failed: budgets.isError },
          (tag) => filter({ tag }),
        )}
        rows={data?.campaigns}
        rowId={(campaign) => String(campaign.id)}
        rowLabel={(campaign) => campaign.name}
        onRowOpen={(campaign) => router.push(`${base}/${campaign.id}`)}
        state={address}
        onStateChange={setAddress}
        total={data?.pagination.total}
        totals={{ name: t("Total"), ...campaignTotalCells(summary.data) }}
        busy={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        {...(reason
          ? {}
          : {
              selection: {
                selected,
                onChange: setSelected,
                everything: { isOn: isEverything, onChange: setEverything, most: maxBulkCampaigns },
              },
            })}
        bulkActions={
          <BulkActions
            path={path}
            chosen={
              isEverything
                ? { matching: { ...campaignListFilters(address), count: data?.pagination.total ?? 0 } }
                : { ids: [...selected].map(Number) }
            }
            archived={address.status === "archived"}
            onDone={unselect}
          />
        }
        toolbar={
          <CampaignFilters
            address={address}
            onChange={filter}
            onSort={(sort) => setAddress({ sort, page: 1 })}
          />
        }
        empty={
          data && data.totals.campaigns > 0 ? (
            <EmptyState
              icon={SearchX}
              title={t("Nothing on this page")}
              actions={<Button onClick={() => setAddress({ page: 1 })}>{t("Go to the first page")}</Button>}
            >
              {t("The list is shorter than this.")}
            </EmptyState>
          ) : filtered ? (
            <EmptyState
              icon={SearchX}
              title={t("No matching campaigns")}
              actions={
                <>
                  {showArchived}
                  <Button onClick={() => filter(noCampaignFilters)}>{t("Clear filters")}</Button>
                </>
              }
            >
              {archived === 0
                ? t("No campaigns match all of these filters.")
                : t(
                    "No campaigns match all of these filters, but {archived} archived {archived2, plural, one {one does} other {ones do}}.",
                    { archived: numberText(archived), archived2: archived },
                  )}
            </EmptyState>
          ) : archived > 0 ? (
            <EmptyState
              icon={Archive}
              title={t("All campaigns are archived")}
              actions={
                <>
                  {showArchived}
                  {createButton(t("New campaign"))}
                </>
              }
            >
              {t("Archived campaigns are paused and hidden from this list. Their figures stay in reports.")}
            </EmptyState>
          ) : (
            <EmptyState
              icon={Link2}
              title={t("No campaigns yet")}
              actions={createButton(t("Create your first campaign"))}
            >
              {t(
                "A campaign's tracking link redirects iPhone, Android and desktop visitors to the right destination, and measures their next steps.",
              )}
            </EmptyState>
          )
        }
      />
      {address.create === "yes" ? <Breadcrumb label={t("New campaign")} /> : null}
      <LazyCampaignSheet
        path={path}
        draft={draft ?? (address.create === "yes" && !reason ? {} : null)}
        onClose={() => {
          setDraft(null);
          setAddress({ create: "no" });
        }}
      />
      <QrDialog path={path} campaign={qr} onClose={() => setQr(null)} />
      <LazySaveTemplate campaign={template} onClose={() => setTemplate(null)} />
    </div>
  );
}
