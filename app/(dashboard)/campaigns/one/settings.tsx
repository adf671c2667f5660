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
import { networkLabel } from "@/lib/campaigns/networks";
import { purposeLabels } from "@/lib/campaigns/purposes";
import type { Campaign } from "@/lib/campaigns/table/schema";

const platforms = { IOS: "App Store", ANDROID: "Google Play" } as const;

const endedHeadings: Record<Campaign["state"], string> = {
  active: "Once the campaign is paused, ended or deleted",
  inactive: "While the campaign is paused",
  scheduled: "Until the campaign starts",
  ended: "Now that the campaign has ended",
  archived: "While the campaign is archived",
};

export function CampaignSettingsCard({ path, campaign }: { path: CampaignsAddress; campaign: Campaign }) {
  return (
    <Card>
      <CardHeader title="Settings" />
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
          {campaign.state === "active" ? "Link destination" : "Link destination while active"}
          {campaign.link_rules.length > 0 ? " when no rule applies" : ""}
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
          <h3 className="font-medium text-muted text-xs">Link preview</h3>
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
    ["Type", campaign.is_shortlink ? "Short link" : "Deeplink"],
    [
      "Domain",
      campaign.domain ? (
        <span key="domain" className="flex flex-wrap items-center gap-1.5">
          <Code>{campaign.domain}</Code>
          {campaign.own_domain === null ? <Badge tone="outline">Primary</Badge> : null}
        </span>
      ) : null,
    ],
    ["Deeplink", campaign.deeplink && <Code key="deeplink">{campaign.deeplink}</Code>],
    ["Open in the app", campaign.open_in_app ? "If installed" : null],
    ...campaign.store_listings.map(({ platform, name }): [string, ReactNode] => [platforms[platform], name]),
    ["iPhone URL", campaign.ios_web_redirect && <Code key="ios">{campaign.ios_web_redirect}</Code>],
    [
      "Android URL",
      campaign.android_web_redirect && <Code key="android">{campaign.android_web_redirect}</Code>,
    ],
    ["Website", campaign.link_for_desktop_users && <Code key="web">{campaign.link_for_desktop_users}</Code>],
    [
      "Rules",
      campaign.link_rules.length > 0 && (
        <ol key="rules" className="grid list-decimal gap-1 pl-4 marker:text-faint">
          {campaign.link_rules.map((rule) => (
            <li key={linkRuleText(rule)} className="break-words">
              {linkRuleText(rule)}
            </li>
          ))}
        </ol>
      ),
    ],
    ["Ad network", network && networkLabel(network)],
    [
      "Network campaign ID",
      campaign.network_campaign_id && <Code key="their">{campaign.network_campaign_id}</Code>,
    ],
    ["Ad account", account?.name],
    ["Web to app", campaign.web_to_app ? "Yes" : null],
    ["Affiliate", campaign.affiliate?.name],
    ["Purpose", purposeLabels[campaign.purpose]],
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
