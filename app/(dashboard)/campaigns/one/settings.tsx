"use client";

import type { ReactNode } from "react";
import { linkRuleText } from "@/app/(dashboard)/campaigns/form/campaign-form";
import { DestinationSentences, usePreview } from "@/app/(dashboard)/campaigns/form/destination-preview";
import {
  destinationSentencesOf,
  endedSentencesOf,
} from "@/app/(dashboard)/campaigns/form/destination-sentences";
import { SocialCard } from "@/app/(dashboard)/campaigns/form/social-card";
import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";
import { purposeLabels } from "@/lib/campaigns/purposes";
import type { Campaign } from "@/lib/campaigns/table/schema";

const platforms = { IOS: t("App Store"), ANDROID: t("Google Play") } as const;

const endedHeadings: Record<Campaign["state"], string> = {
  active: t("Once the campaign is paused, ended or deleted"),
  inactive: t("While the campaign is paused"),
  scheduled: t("Until the campaign starts"),
  ended: t("Now that the campaign has ended"),
  archived: t("While the campaign is archived"),
};

export function CampaignSettingsCard({ path, campaign }: { path: CampaignsAddress; campaign: Campaign }) {
  return (
    <Card>
      <CardHeader title={t("Settings")} />
      <CardBody className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-2">
        <Destinations path={path} campaign={campaign} />
        <Rows campaign={campaign} />
      </CardBody>
    </Card>
  );
}

function Destinations({ path, campaign }: { path: CampaignsAddress; campaign: Campaign }) {
  const { deeplink, open_in_app, ios_web_redirect, android_web_redirect, link_for_desktop_users } = campaign;
  const { ended_links } = campaign;
  const { social_title: title, social_text: text, social_image: image } = campaign;
  const { data, error } = usePreview(
    path,
    JSON.stringify({
      deeplink,
      open_in_app,
      ios_web_redirect,
      android_web_redirect,
      link_for_desktop_users,
      ended_links,
      store_listing_ids: campaign.store_listings.map((listing) => listing.store_listing_id),
    }),
  );
  return (
    <div className="grid grid-cols-1 content-start gap-5">
      <div className="grid grid-cols-1 gap-2.5">
        <h3 className="font-medium text-muted text-xs">
          {campaign.state === "active" ? t("Link destination") : t("Link destination while active")}
          {campaign.link_rules.length > 0 ? t(" when no rule applies") : ""}
        </h3>
        {data ? (
          <DestinationSentences sentences={destinationSentencesOf(data)} />
        ) : error ? (
          <p className="text-muted text-sm">{error.message}</p>
        ) : (
          <Skeleton className="h-28 w-full rounded-md" />
        )}
      </div>
      {data ? (
        <div className="grid grid-cols-1 gap-2.5">
          <h3 className="font-medium text-muted text-xs">{endedHeadings[campaign.state]}</h3>
          <DestinationSentences sentences={endedSentencesOf(data)} />
        </div>
      ) : null}
      {title || text || image ? (
        <div className="grid grid-cols-1 gap-2.5">
          <h3 className="font-medium text-muted text-xs">{t("Link preview")}</h3>
          <SocialCard settings={{ title, text, image }} host={campaign.domain} />
        </div>
      ) : null}
    </div>
  );
}

function Rows({ campaign }: { campaign: Campaign }) {
  const { network_account_id: accountId, network } = campaign;
  const project = useProject();
  const accounts = useGet(
    accountId === null ? null : at("/projects/:project/network-accounts", { project: project.id }),
  );
  const account = accounts.data?.network_accounts.find((one) => one.id === accountId);
  const rows: [string, ReactNode][] = [
    ["ID", <Code key="id">{campaign.display_id}</Code>],
    [t("Type"), campaign.is_shortlink ? t("Short link") : t("Deeplink")],
    [
      t("Domain"),
      campaign.domain ? (
        <span key="domain" className="flex flex-wrap items-center gap-1.5">
          <Code>{campaign.domain}</Code>
          {campaign.own_domain === null ? <Badge tone="outline">{t("Primary")}</Badge> : null}
        </span>
      ) : null,
    ],
    [t("Deeplink"), campaign.deeplink && <Code key="deeplink">{campaign.deeplink}</Code>],
    [t("Open in the app"), campaign.open_in_app ? t("If installed") : null],
    ...campaign.store_listings.map(({ platform, name }): [string, ReactNode] => [platforms[platform], name]),
    [t("iPhone URL"), campaign.ios_web_redirect && <Code key="ios">{campaign.ios_web_redirect}</Code>],
    [
      t("Android URL"),
      campaign.android_web_redirect && <Code key="android">{campaign.android_web_redirect}</Code>,
    ],
    [
      t("Website"),
      campaign.link_for_desktop_users && <Code key="web">{campaign.link_for_desktop_users}</Code>,
    ],
    [
      t("Rules"),
      campaign.link_rules.length > 0 && (
        <ol key="rules" className="grid list-decimal gap-1 ps-4 marker:text-faint">
          {campaign.link_rules.map((rule) => (
            <li key={linkRuleText(rule)} className="break-words">
              {linkRuleText(rule)}
            </li>
          ))}
        </ol>
      ),
    ],
    [t("Ad network"), network && networkLabel(network)],
    [
      t("Network campaign ID"),
      campaign.network_campaign_id && <Code key="their">{campaign.network_campaign_id}</Code>,
    ],
    [t("Ad account"), account?.name],
    [t("Web to app"), campaign.web_to_app ? t("Yes") : null],
    [t("Affiliate"), campaign.affiliate?.name],
    [t("Purpose"), purposeLabels[campaign.purpose]],
  ];
  return (
    <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] content-start gap-x-4 gap-y-2.5 text-sm">
      {rows
        .filter(([, value]) => value)
        .map(([term, value]) => (
          <div key={term} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{term}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

const Code = ({ children }: { children: string }) => (
  <code className="break-all font-mono text-xs leading-5">{children}</code>
);
