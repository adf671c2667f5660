import { CopyButton } from "@/components/copy-button";
import { IntentLink } from "@/components/intent-link";
import type { Column } from "@/components/table-state";
import { Badge } from "@/components/ui/badge";
import { When } from "@/components/when";
import { networkOfCode } from "@/lib/campaigns/networks";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { type CampaignActions, CampaignMenu } from "./campaign-menu";
import { StatusSwitch } from "./status-switch";
import type { CampaignsAddress } from "./table-address";

const none = <span className="text-faint">–</span>;
const platforms = { IOS: "iOS", ANDROID: "Android" } as const;

const withoutScheme = (link: string) => link.replace(/^https?:\/\//, "");

/** Under the ids that the list is sorted by, where it is. */
export function campaignColumns(
  base: string,
  path: CampaignsAddress,
  actions: CampaignActions,
): Column<Campaign>[] {
  return [
    {
      id: "name",
      header: "Name",
      sort: "asc",
      fixed: true,
      cell: (campaign) => (
        <div className="grid grid-cols-1 leading-snug sm:max-w-72">
          <span className="flex min-w-0 items-center gap-1.5">
            <IntentLink
              href={`${base}/${campaign.id}`}
              className="truncate rounded-sm font-medium hover:underline"
              title={campaign.name}
            >
              {campaign.name}
            </IntentLink>
            {campaign.default_link ? <Badge tone="outline">Default</Badge> : null}
          </span>
          <code className="truncate font-mono text-faint text-xs">{campaign.display_id}</code>
        </div>
      ),
    },
    {
      id: "active",
      header: "Status",
      sort: "desc",
      cell: (campaign) => <StatusSwitch path={path} campaign={campaign} mayChange={actions.mayChange} />,
    },
    {
      id: "link",
      header: "Short link",
      cell: ({ shareable_link: link }) =>
        link === "" ? (
          none
        ) : (
          <span className="flex items-center gap-0.5">
            <span className="max-w-72 truncate font-mono text-muted text-xs" title={link}>
              {withoutScheme(link)}
            </span>
            <CopyButton value={link} label="Copy the short link" />
          </span>
        ),
    },
    {
      id: "network",
      header: "Network",
      cell: ({ network }) =>
        network === null ? none : <Badge tone="outline">{networkOfCode(network)?.label ?? network}</Badge>,
    },
    {
      id: "attributed_users",
      header: "Users",
      hint: "All-time identified users this campaign drove.",
      sort: "desc",
      align: "end",
      cell: (campaign) => campaign.attributed_users.toLocaleString(),
    },
    {
      id: "created_at",
      header: "Created",
      sort: "desc",
      cell: (campaign) => <When at={campaign.created_at} className="text-muted" />,
    },
    {
      id: "update_at",
      header: "Changed",
      sort: "desc",
      hidden: true,
      cell: (campaign) => <When at={campaign.update_at} className="text-muted" />,
    },
    {
      id: "type",
      header: "Type",
      hidden: true,
      cell: (campaign) => (campaign.is_shortlink ? "Short link" : "Deeplink"),
    },
    {
      id: "domain",
      header: "Domain",
      hidden: true,
      cell: ({ domain }) =>
        domain === null ? none : <span className="font-mono text-muted text-xs">{domain}</span>,
    },
    {
      id: "affiliate",
      header: "Affiliate",
      hidden: true,
      cell: ({ affiliate }) =>
        affiliate === null ? none : <span className="block max-w-48 truncate">{affiliate.name}</span>,
    },
    {
      id: "listings",
      header: "Store listings",
      hidden: true,
      cell: ({ store_listings: listings }) =>
        listings.length === 0 ? (
          none
        ) : (
          <span className="flex gap-1">
            {listings.map((listing) => (
              <Badge key={listing.store_listing_id} tone="outline">
                {platforms[listing.platform]} · {listing.name}
              </Badge>
            ))}
          </span>
        ),
    },
    {
      id: "network_campaign_id",
      header: "Network campaign ID",
      hidden: true,
      cell: ({ network_campaign_id: id }) =>
        id === null ? none : <span className="font-mono text-muted text-xs">{id}</span>,
    },
    {
      id: "actions",
      header: "Actions",
      quiet: true,
      fixed: true,
      align: "end",
      cell: (campaign) => <CampaignMenu campaign={campaign} actions={actions} />,
    },
  ];
}
