"use client";

import { Link2Off, Pencil } from "lucide-react";
import { useParams, useRouter } from "next/navigation";
import { useState } from "react";
import { ApiError, at, child } from "@/app/(dashboard)/api";
import { Breadcrumb } from "@/app/(dashboard)/crumbs";
import { useGet } from "@/app/(dashboard)/data";
import { CampaignMenu } from "@/app/(dashboard)/p/[project]/campaigns/campaign-menu";
import { type CampaignDraft, CampaignSheet } from "@/app/(dashboard)/p/[project]/campaigns/campaign-sheet";
import { QrDialog } from "@/app/(dashboard)/p/[project]/campaigns/qr-dialog";
import { SaveTemplate } from "@/app/(dashboard)/p/[project]/campaigns/save-template";
import { StatusSwitch } from "@/app/(dashboard)/p/[project]/campaigns/status-switch";
import type { CampaignsAddress } from "@/app/(dashboard)/p/[project]/campaigns/table-address";
import { useDefaultLink } from "@/app/(dashboard)/p/[project]/campaigns/use-default-link";
import { useDeleteCampaign } from "@/app/(dashboard)/p/[project]/campaigns/use-delete-campaign";
import { NotLoaded, PageSkeleton } from "@/app/(dashboard)/page-skeleton";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { EmptyState } from "@/components/empty-state";
import { GatedButton } from "@/components/gated";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { When } from "@/components/when";
import { networkOfCode } from "@/lib/campaigns/networks";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { AttributedUsers } from "./attributed-users";
import { CampaignBreakdown } from "./breakdown";
import { ClickWarnings } from "./click-warnings";
import { CampaignDaysCard } from "./days";
import { CampaignFigureCards } from "./figures";
import { CampaignLinks } from "./links";
import { CampaignRetention } from "./retention";
import { CampaignSettingsCard } from "./settings";
import { CampaignVariants } from "./variants";

export default function CampaignPage() {
  const { id } = useProject();
  const { campaign: named } = useParams<{ campaign: string }>();
  const path = at("/projects/:project/campaigns", { project: id });
  const base = `/p/${id}/campaigns`;
  const { data, error, refetch } = useGet(child(path, "/:campaign", { campaign: named }));
  if (data) return <Loaded campaign={data.campaign} path={path} base={base} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        icon={Link2Off}
        title="Campaign not found"
        actions={
          <Button asChild variant="primary">
            <IntentLink href={base}>Go to campaigns</IntentLink>
          </Button>
        }
      >
        It was deleted or belongs to another project.
      </EmptyState>
    );
  }
  return error ? <NotLoaded error={error} retry={refetch} /> : <PageSkeleton />;
}

function Loaded({ campaign, path, base }: { campaign: Campaign; path: CampaignsAddress; base: string }) {
  const router = useRouter();
  const reason = useLacking("campaigns.write");
  const [draft, setDraft] = useState<CampaignDraft | null>(null);
  const [qr, setQr] = useState(false);
  const [naming, setNaming] = useState(false);
  const makeDefault = useDefaultLink(path);
  const remove = useDeleteCampaign(path, () => router.push(base));
  const mayChange = !reason;
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-6">
      <Breadcrumb label={campaign.name} />
      <PageHeader
        title={campaign.name}
        badge={
          <>
            {campaign.network ? (
              <Badge tone="outline">{networkOfCode(campaign.network)?.label ?? campaign.network}</Badge>
            ) : null}
            {campaign.default_link ? <Badge tone="outline">Default link</Badge> : null}
          </>
        }
        description={
          <>
            {campaign.is_shortlink ? "Short link" : "Deeplink"}, created <When at={campaign.created_at} />
            {campaign.affiliate ? ` for ${campaign.affiliate.name}` : ""}
          </>
        }
        actions={
          <>
            <span className="mr-1.5">
              <StatusSwitch path={path} campaign={campaign} mayChange={mayChange} />
            </span>
            <GatedButton reason={reason} onClick={() => setDraft({ campaign })}>
              <Pencil />
              Edit
            </GatedButton>
            <CampaignMenu
              large
              campaign={campaign}
              actions={{
                mayChange,
                onEdit: () => setDraft({ campaign }),
                onDuplicate: () => setDraft({ campaign, copy: true }),
                onTemplate: () => setNaming(true),
                onQr: () => setQr(true),
                onDefault: makeDefault,
                onDelete: remove,
              }}
            />
          </>
        }
      />
      <ClickWarnings campaign={campaign} />
      <CampaignLinks path={path} campaign={campaign} onQr={() => setQr(true)} />
      <CampaignFigureCards path={path} campaign={campaign} />
      <CampaignDaysCard path={path} campaign={campaign} />
      <CampaignBreakdown path={path} campaign={campaign} />
      <CampaignVariants path={path} campaign={campaign} />
      <CampaignRetention path={path} campaign={campaign} />
      <CampaignSettingsCard path={path} campaign={campaign} />
      <AttributedUsers path={child(path, "/:campaign/attributed-users", { campaign: campaign.id })} />
      <CampaignSheet path={path} draft={draft} onClose={() => setDraft(null)} />
      <QrDialog path={path} campaign={qr ? campaign : null} onClose={() => setQr(false)} />
      <SaveTemplate campaign={naming ? campaign : null} onClose={() => setNaming(false)} />
    </div>
  );
}
