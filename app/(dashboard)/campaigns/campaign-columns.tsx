import { Link2 } from "lucide-react";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Tooltip } from "@/components/ui/tooltip";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";
import { networkLabel } from "@/lib/campaigns/networks";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { activityColumns, type CampaignActivityState } from "./activity-cells";
import { type Budgets, budgetCellColumns } from "./budget-cells";
import { type CampaignActions, CampaignMenu } from "./campaign-menu";
import { StateBadge, StateDot } from "./campaign-state";

const none = <span className="text-faint">–</span>;

const withoutScheme = (link: string) => link.replace(/^https?:\/\//, "");

/** Sortable columns have the IDs that the list is sorted by. */
export function campaignTableColumns(
  base: string,
  actions: CampaignActions,
  activity: CampaignActivityState,
  budgets: Budgets,
  onTag: (tag: string) => void,
): Column<Campaign>[] {
  return [
    {
      id: "name",
      header: t("Name"),
      sort: "asc",
      fixed: true,
      cell: (campaign) => <NameCell campaign={campaign} base={base} onTag={onTag} />,
    },
    {
      id: "active",
      header: t("Status"),
      sort: "desc",
      hidden: true,
      cell: (campaign) => <StateBadge campaign={campaign} />,
    },
    ...activityColumns(activity),
    ...budgetCellColumns(budgets),
    {
      id: "link",
      header: t("Short link"),
      hidden: true,
      cell: ({ shareable_link: link }) =>
        link === "" ? (
          none
        ) : (
          <span className="flex items-center gap-0.5">
            <span className="max-w-72 truncate font-mono text-muted text-xs" title={link}>
              {withoutScheme(link)}
            </span>
            <CopyButton value={link} label={t("Copy the short link")} />
          </span>
        ),
    },
    {
      id: "network",
      header: t("Network"),
      hidden: true,
      cell: ({ network }) =>
        network === null ? none : <Badge tone="outline">{networkLabel(network)}</Badge>,
    },
    {
      id: "attributed_users",
      header: t("Users"),
      hint: t("All-time identified users this campaign drove."),
      hidden: true,
      sort: "desc",
      align: "end",
      cell: (campaign) => numberText(campaign.attributed_users),
    },
    {
      id: "created_at",
      header: t("Created"),
      hidden: true,
      sort: "desc",
      cell: (campaign) => <When at={campaign.created_at} className="text-muted" />,
    },
    {
      id: "update_at",
      header: t("Changed"),
      sort: "desc",
      hidden: true,
      cell: (campaign) => <When at={campaign.update_at} className="text-muted" />,
    },
    {
      id: "type",
      header: t("Type"),
      hidden: true,
      cell: (campaign) => (campaign.is_shortlink ? t("Short link") : t("Deeplink")),
    },
    {
      id: "domain",
      header: t("Domain"),
      hidden: true,
      cell: ({ domain }) =>
        domain === null ? none : <span className="font-mono text-muted text-xs">{domain}</span>,
    },
    {
      id: "affiliate",
      header: t("Affiliate"),
      hidden: true,
      cell: ({ affiliate }) =>
        affiliate === null ? none : <span className="block max-w-48 truncate">{affiliate.name}</span>,
    },
    {
      id: "listings",
      header: t("Store listings"),
      hidden: true,
      cell: ({ store_listings: listings }) =>
        listings.length === 0 ? (
          none
        ) : (
          <span className="flex gap-1">
            {listings.map((listing) => (
              <Badge key={listing.store_listing_id} tone="outline">
                {platformNames[listing.platform]} · {listing.name}
              </Badge>
            ))}
          </span>
        ),
    },
    {
      id: "network_campaign_id",
      header: t("Network campaign ID"),
      hidden: true,
      cell: ({ network_campaign_id: id }) =>
        id === null ? none : <span className="font-mono text-muted text-xs">{id}</span>,
    },
    actionsColumn((campaign) => <CampaignMenu campaign={campaign} actions={actions} />, { fixed: true }),
  ];
}

type NameCellProps = { campaign: Campaign; base: string; onTag: (tag: string) => void };

/** The campaign on one line: state, network, name, slug and tags. Pressing a tag filters the list by it. */
function NameCell({ campaign, base, onTag }: NameCellProps) {
  const { name, network, shareable_link: link, display_id: id, tags } = campaign;
  const label = network && networkLabel(network);
  return (
    <div className="group/name flex h-8 w-full min-w-0 items-center gap-2 sm:w-100 2xl:w-120">
      <StateDot campaign={campaign} />
      <span className="shrink-0 max-sm:hidden" title={label ?? t("No network")}>
        {label ? (
          <Avatar square name={label} />
        ) : (
          <span className="grid size-6 place-items-center rounded-md border text-faint">
            <Link2 className="size-3.5" aria-hidden="true" />
          </span>
        )}
        <span className="sr-only">{label}</span>
      </span>
      <div className="flex min-w-0 flex-1 items-center gap-2 max-sm:grid max-sm:gap-0 max-sm:leading-tight">
        {/* High enough for a finger, without a higher row. */}
        <IntentLink
          href={`${base}/${campaign.id}`}
          className="min-w-8 truncate rounded-sm py-1 font-medium hover:underline max-sm:py-0"
          title={`${name} (${id})`}
        >
          {name}
        </IntentLink>
        {campaign.default_link ? <Badge tone="outline">{t("Default link")}</Badge> : null}
        <span className="relative flex min-w-0 shrink-[3] items-center">
          <code className="truncate font-mono text-faint text-xs" title={link || id}>
            {id}
          </code>
          {link ? (
            <CopyButton
              value={link}
              label={t("Copy the short link")}
              className="absolute end-0 bg-raised opacity-0 focus-visible:opacity-100 group-hover/row:opacity-100 max-sm:hidden"
            />
          ) : null}
        </span>
      </div>
      <Tags tags={tags} onTag={onTag} />
    </div>
  );
}

const shownTags = 2;

function Tags({ tags, onTag }: { tags: readonly string[]; onTag: (tag: string) => void }) {
  const more = tags.slice(shownTags);
  return (
    <span className="flex shrink-0 items-center gap-1 empty:hidden max-sm:hidden">
      {tags.slice(0, shownTags).map((tag) => (
        <button
          key={tag}
          type="button"
          onClick={() => onTag(tag)}
          aria-label={t("Only campaigns tagged {tag}", { tag })}
          className="max-w-20 truncate rounded-full bg-pressed px-2 py-0.5 text-2xs text-muted hover:text-ink"
        >
          {tag}
        </button>
      ))}
      {more.length > 0 ? (
        <Tooltip content={more.join(", ")}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tags have to be reachable by keyboard */}
          <span tabIndex={0} className="num rounded-sm text-2xs text-faint">
            +{more.length}
            <span className="sr-only"> {t("more tags: {more}", { more: more.join(", ") })}</span>
          </span>
        </Tooltip>
      ) : null}
    </span>
  );
}
