"use client";

import { Link2, Plus, Rows3, SearchX } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useDeferredValue, useState } from "react";
import { BulkActions } from "@/app/(dashboard)/campaigns/bulk-actions";
import { campaignTableColumns } from "@/app/(dashboard)/campaigns/campaign-columns";
import { CampaignFilters } from "@/app/(dashboard)/campaigns/campaign-filters";
import { type CampaignDraft, CampaignSheet } from "@/app/(dashboard)/campaigns/form/campaign-sheet";
import { SaveTemplate } from "@/app/(dashboard)/campaigns/form/save-template";
import {
  type CampaignTableFilters,
  campaignCodecs,
  campaignFilterQuery,
  campaignPageQuery,
  hasCampaignFilters,
  narrowingOf,
  noCampaignFilters,
} from "@/app/(dashboard)/campaigns/table-address";
import { useDefaultLink } from "@/app/(dashboard)/campaigns/use-default-link";
import { useDeleteCampaign } from "@/app/(dashboard)/campaigns/use-delete-campaign";
import { at, child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { ExportCsv } from "@/app/(dashboard)/shell/list/export-csv";
import { QrDialog } from "@/app/(dashboard)/shell/qr/qr-dialog";
import { useLacking } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { DataTable } from "@/components/table/data-table";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { GatedButton, GatedLink } from "@/components/ui/gated";
import { useUrlState } from "@/components/use-url-state";
import { type Campaign, maxAtOnce } from "@/lib/campaigns/table/schema";

export default function Campaigns() {
  const { id } = useProject();
  const path = at("/projects/:project/campaigns", { project: id });
  const base = `/p/${id}/campaigns`;
  const router = useRouter();
  const reason = useLacking("campaigns.write");
  const [address, setAddress] = useUrlState(campaignCodecs);
  const {
    data: received,
    error,
    refetch,
    isPlaceholderData,
  } = useGet(withQuery(path, campaignPageQuery(address)), {
    keepPrevious: true,
  });
  // Rendering many rows is deferred, so that the page remains responsive.
  const data = useDeferredValue(received);
  const ids = data?.campaigns.map(({ id: each }) => each).join(",");
  const activity = useGet(ids ? withQuery(child(path, "/activity"), { ids }) : null, { staleTime: 60_000 });
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
  const createButton = (label: string) => (
    <GatedButton reason={reason} variant="primary" onClick={create}>
      <Plus />
      {label}
    </GatedButton>
  );

  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title="Campaigns"
        description="Each campaign has a tracking link that sends people to the right place and counts every click. Figures: last 30 days."
        actions={
          <>
            <ExportCsv file={withQuery(child(path, "/export.csv"), campaignFilterQuery(address))} />
            <GatedLink reason={reason} href={`${base}/new-many`}>
              <Rows3 />
              Create many
            </GatedLink>
            {createButton("New campaign")}
          </>
        }
      />
      {activity.error ? (
        <Alert
          tone="danger"
          live
          title="The figures could not be loaded"
          actions={<Button onClick={() => void activity.refetch()}>Try again</Button>}
        >
          {activity.error.message}
        </Alert>
      ) : null}
      <DataTable
        label="Campaigns"
        columns={campaignTableColumns(
          base,
          path,
          {
            mayChange: !reason,
            onEdit: (campaign) => setDraft({ campaign }),
            onDuplicate: (campaign) => setDraft({ campaign, copy: true }),
            onTemplate: setTemplate,
            onQr: setQr,
            onDefault: makeDefault,
            onDelete: remove,
          },
          { data: activity.data, failed: activity.isError },
          (tag) => filter({ tag }),
        )}
        rows={data?.campaigns}
        rowId={(campaign) => String(campaign.id)}
        rowLabel={(campaign) => campaign.name}
        onRowOpen={(campaign) => router.push(`${base}/${campaign.id}`)}
        state={address}
        onStateChange={setAddress}
        total={data?.pagination.total}
        busy={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        {...(reason
          ? {}
          : {
              selection: {
                selected,
                onChange: setSelected,
                everything: { isOn: isEverything, onChange: setEverything, most: maxAtOnce },
              },
            })}
        bulkActions={
          <BulkActions
            path={path}
            chosen={
              isEverything
                ? { matching: { ...narrowingOf(address), count: data?.pagination.total ?? 0 } }
                : { ids: [...selected].map(Number) }
            }
            onDone={unselect}
          />
        }
        toolbar={<CampaignFilters address={address} onChange={filter} />}
        empty={
          data && data.totals.campaigns > 0 ? (
            <EmptyState
              icon={SearchX}
              title="Nothing on this page"
              actions={<Button onClick={() => setAddress({ page: 1 })}>Go to the first page</Button>}
            >
              The list is shorter than this.
            </EmptyState>
          ) : filtered ? (
            <EmptyState
              icon={SearchX}
              title="No matching campaigns"
              actions={<Button onClick={() => filter(noCampaignFilters)}>Clear filters</Button>}
            >
              No campaigns match all of these filters.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Link2}
              title="No campaigns yet"
              actions={createButton("Create your first campaign")}
            >
              A campaign's tracking link redirects iPhone, Android and desktop visitors to the right
              destination, and measures their next steps.
            </EmptyState>
          )
        }
      />
      <CampaignSheet
        path={path}
        draft={draft ?? (address.create === "yes" && !reason ? {} : null)}
        onClose={() => {
          setDraft(null);
          setAddress({ create: "no" });
        }}
      />
      <QrDialog path={path} campaign={qr} onClose={() => setQr(null)} />
      <SaveTemplate campaign={template} onClose={() => setTemplate(null)} />
    </div>
  );
}
