"use client";

import { Link2Off, Pencil } from "lucide-react";
import { useParams, useRouter } from "next/navigation";
import { useState } from "react";
import { ApiError, at, within } from "@/app/(dashboard)/api";
import { Crumb } from "@/app/(dashboard)/crumbs";
import { useGet } from "@/app/(dashboard)/data";
import { CampaignMenu } from "@/app/(dashboard)/p/[project]/campaigns/campaign-menu";
import { CampaignSheet, type Draft } from "@/app/(dashboard)/p/[project]/campaigns/campaign-sheet";
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
import { Breakdown } from "./breakdown";
import { ClickWarnings } from "./click-warnings";
import { Days } from "./days";
import { Figures } from "./figures";
import { Links } from "./links";
import { Retention } from "./retention";
import { Settings } from "./settings";
import { Variants } from "./variants";

export default function CampaignPage() {
  const { id } = useProject();
  const { campaign: named } = useParams<{ campaign: string }>();
  const path = at("/projects/:project/campaigns", { project: id });
  const base = `/p/${id}/campaigns`;
  const { data, error, refetch } = useGet(within(path, "/:campaign", { campaign: named }));
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
  const [draft, setDraft] = useState<Draft | null>(null);
  const [qr, setQr] = useState(false);
  const [naming, setNaming] = useState(false);
  const makeDefault = useDefaultLink(path);
  const remove = useDeleteCampaign(path, () => router.push(base));
  const mayChange = !reason;
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-6">
      <Crumb label={campaign.name} />
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
      <Links path={path} campaign={campaign} onQr={() => setQr(true)} />
      <Figures path={path} campaign={campaign} />
      <Days path={path} campaign={campaign} />
      <Breakdown path={path} campaign={campaign} />
      <Variants path={path} campaign={campaign} />
      <Retention path={path} campaign={campaign} />
      <Settings path={path} campaign={campaign} />
      <AttributedUsers path={within(path, "/:campaign/attributed-users", { campaign: campaign.id })} />
      <CampaignSheet path={path} draft={draft} onClose={() => setDraft(null)} />
      <QrDialog path={path} campaign={qr ? campaign : null} onClose={() => setQr(false)} />
      <SaveTemplate campaign={naming ? campaign : null} onClose={() => setNaming(false)} />
    </div>
  );
}
