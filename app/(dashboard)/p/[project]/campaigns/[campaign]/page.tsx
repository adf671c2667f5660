"use client";

import { Link2Off, Pencil } from "lucide-react";
import { useParams, useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { CampaignMenu } from "@/app/(dashboard)/campaigns/campaign-menu";
import type { CampaignDraft } from "@/app/(dashboard)/campaigns/form/campaign-sheet";
import { LazyCampaignSheet, LazySaveTemplate } from "@/app/(dashboard)/campaigns/form/lazy-forms";
import { AttributedUsers } from "@/app/(dashboard)/campaigns/one/attributed-users";
import { CampaignBreakdown } from "@/app/(dashboard)/campaigns/one/breakdown";
import { CampaignBudget } from "@/app/(dashboard)/campaigns/one/budget";
import { CampaignDaysCard, CampaignRevenueCard } from "@/app/(dashboard)/campaigns/one/days";
import { CampaignFigureCards, CampaignPeriod } from "@/app/(dashboard)/campaigns/one/figures";
import { CampaignLinkClicks } from "@/app/(dashboard)/campaigns/one/link-clicks";
import { CampaignLinks } from "@/app/(dashboard)/campaigns/one/links";
import { CampaignRetention } from "@/app/(dashboard)/campaigns/one/retention";
import { CampaignSettingsCard } from "@/app/(dashboard)/campaigns/one/settings";
import {
  type CampaignTab,
  campaignTabAt,
  campaignTabCodecs,
  campaignTabNames,
  campaignTabs,
} from "@/app/(dashboard)/campaigns/one/tabs";
import { CampaignVariants } from "@/app/(dashboard)/campaigns/one/variants";
import { StatusSwitch } from "@/app/(dashboard)/campaigns/status-switch";
import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { useArchiveCampaign } from "@/app/(dashboard)/campaigns/use-archive-campaigns";
import { useDefaultLink } from "@/app/(dashboard)/campaigns/use-default-link";
import { useDeleteCampaign } from "@/app/(dashboard)/campaigns/use-delete-campaign";
import { ApiError, at, child } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { ClickWarnings } from "@/app/(dashboard)/shell/facts/click-warnings";
import { Breadcrumb } from "@/app/(dashboard)/shell/frame/crumbs";
import { NotLoaded, PageSkeleton } from "@/app/(dashboard)/shell/page-skeleton";
import { QrDialog } from "@/app/(dashboard)/shell/qr/qr-dialog";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { PageTabs } from "@/components/page-tabs";
import { rich } from "@/components/rich";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { GatedButton } from "@/components/ui/gated";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { When } from "@/components/ui/when";
import { useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";
import type { Campaign } from "@/lib/campaigns/table/schema";

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
        page
        title={t("Campaign not found")}
        actions={
          <Button asChild variant="primary">
            <IntentLink href={base}>{t("Go to campaigns")}</IntentLink>
          </Button>
        }
      >
        {t("It was deleted or belongs to another project.")}
      </EmptyState>
    );
  }
  return error ? <NotLoaded error={error} retry={refetch} /> : <PageSkeleton />;
}

function Loaded({ campaign, path, base }: { campaign: Campaign; path: CampaignsAddress; base: string }) {
  const router = useRouter();
  const reason = useMissingRoleText("campaigns.write");
  const tab = campaignTabAt(useSearchParams());
  const [, setAddress] = useUrlState(campaignTabCodecs);
  const [draft, setDraft] = useState<CampaignDraft | null>(null);
  const [qr, setQr] = useState(false);
  const [naming, setNaming] = useState(false);
  const makeDefault = useDefaultLink(path);
  const remove = useDeleteCampaign(path, () => router.push(base));
  const archive = useArchiveCampaign(path);
  const mayChange = !reason;
  return (
    <Tabs
      value={tab}
      // The Back button returns to the last tab.
      onValueChange={(next) => setAddress({ tab: next as CampaignTab }, { push: true })}
      className="mx-auto max-w-6xl grid-cols-1 gap-6"
    >
      <Breadcrumb label={campaign.name} />
      <PageTabs
        tabs={
          <TabsList aria-label={t("Parts of the campaign")}>
            {campaignTabNames.map((name) => (
              <TabsTrigger key={name} value={name}>
                {campaignTabs[name]}
              </TabsTrigger>
            ))}
          </TabsList>
        }
      >
        <PageHeader
          title={campaign.name}
          badge={
            <>
              {campaign.network ? <Badge tone="outline">{networkLabel(campaign.network)}</Badge> : null}
              {campaign.default_link ? <Badge tone="outline">{t("Default link")}</Badge> : null}
            </>
          }
          description={rich(
            "{if_is_shortlink, select, yes {Short link} other {Deeplink}}, created {when}{name}",
            {
              if_is_shortlink: campaign.is_shortlink ? "yes" : "no",
              when: <When at={campaign.created_at} />,
              name: campaign.affiliate ? ` ${t("for {name}", { name: campaign.affiliate.name })}` : "",
            },
          )}
          actions={
            <>
              <span className="me-1.5">
                <StatusSwitch path={path} campaign={campaign} mayChange={mayChange} />
              </span>
              <GatedButton reason={reason} onClick={() => setDraft({ campaign })}>
                <Pencil />
                {t("Edit")}
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
                  onArchive: archive,
                }}
              />
            </>
          }
        />
      </PageTabs>
      <ClickWarnings campaign={campaign} />
      <TabsContent value="overview" className={part}>
        <CampaignPeriod compares />
        <CampaignFigureCards path={path} campaign={campaign} />
        <CampaignDaysCard path={path} campaign={campaign} />
        <CampaignBudget campaign={campaign} />
      </TabsContent>
      <TabsContent value="breakdown" className={part}>
        <CampaignPeriod />
        <CampaignBreakdown path={path} campaign={campaign} />
        <CampaignVariants path={path} campaign={campaign} />
      </TabsContent>
      <TabsContent value="clicks" className={part}>
        <CampaignPeriod />
        <CampaignLinkClicks path={path} campaign={campaign} />
      </TabsContent>
      <TabsContent value="cohorts" className={part}>
        <CampaignPeriod />
        <CampaignRetention path={path} campaign={campaign} />
        <CampaignRevenueCard path={path} campaign={campaign} />
      </TabsContent>
      <TabsContent value="users" className={part}>
        <AttributedUsers path={child(path, "/:campaign/attributed-users", { campaign: campaign.id })} />
      </TabsContent>
      <TabsContent value="link" className={part}>
        <CampaignLinks path={path} campaign={campaign} onQr={() => setQr(true)} />
        <CampaignSettingsCard path={path} campaign={campaign} />
      </TabsContent>
      <LazyCampaignSheet path={path} draft={draft} onClose={() => setDraft(null)} />
      <QrDialog path={path} campaign={qr ? campaign : null} onClose={() => setQr(false)} />
      <LazySaveTemplate campaign={naming ? campaign : null} onClose={() => setNaming(false)} />
    </Tabs>
  );
}

const part = "grid grid-cols-1 gap-6";
