import { useContext } from "react";
import { cn } from "@/components/cn";
import { exactTime, numberText } from "@/components/format";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Tooltip } from "@/components/ui/tooltip";
import { TimeZone } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import { type CampaignState, campaignStates } from "@/lib/campaigns/table/names";
import type { Campaign } from "@/lib/campaigns/table/schema";

const tones: Record<CampaignState, BadgeTone> = {
  active: "success",
  inactive: "neutral",
  scheduled: "accent",
  ended: "warning",
  archived: "outline",
};

type Planned = Pick<Campaign, "state" | "starts_at" | "ends_at" | "click_limit">;

/** The reason for a campaign's state, and the time of its next change. */
export function stateReason({ state, starts_at, ends_at, click_limit }: Planned, now: Date, zone?: string) {
  const time = (text: string) => exactTime(new Date(text), zone);
  const limit = click_limit == null ? undefined : numberText(click_limit);
  if (state === "archived") return t("A member archived it. Its clicks don’t count.");
  if (state === "inactive") return t("A member paused it. Its clicks don’t count.");
  if (state === "scheduled")
    return starts_at
      ? t("Starts {starts_at}.", { starts_at: time(starts_at) })
      : t("It has not started yet.");
  if (state === "ended")
    return ends_at && new Date(ends_at) <= now
      ? t("Ended {ends_at}.", { ends_at: time(ends_at) })
      : limit
        ? t("Ended: it reached its limit of {limit} clicks.", { limit })
        : t("It has ended.");
  const until = [
    ends_at && t("until {ends_at}", { ends_at: time(ends_at) }),
    limit && t("for up to {limit} clicks", { limit }),
  ].filter(Boolean);
  return until.length > 0
    ? t("Runs {until}.", { until: until.join(", ") })
    : t("Its links work and its clicks count.");
}

/**
 * The expected state after the campaign is switched on or off. Only the server knows whether the click limit is
 * reached.
 */
export function stateAfterSwitch(campaign: Planned, active: boolean, now: Date): Campaign["state"] {
  if (!active) return "inactive";
  if (campaign.starts_at && new Date(campaign.starts_at) > now) return "scheduled";
  return campaign.ends_at && new Date(campaign.ends_at) <= now ? "ended" : "active";
}

const dots: Record<CampaignState, string> = {
  active: "bg-success",
  inactive: "bg-faint",
  scheduled: "bg-accent",
  ended: "bg-warning",
  archived: "border border-faint",
};

/** The state as a coloured dot, for rows of one line. */
export function StateDot({ campaign }: { campaign: Planned }) {
  const zone = useContext(TimeZone);
  const label = campaignStates[campaign.state];
  return (
    <Tooltip content={`${label}. ${stateReason(campaign, new Date(), zone)}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason has to be reachable by keyboard */}
      <span tabIndex={0} className="grid size-4 shrink-0 place-items-center rounded-full">
        <span aria-hidden="true" className={cn("size-2 rounded-full", dots[campaign.state])} />
        <span className="sr-only">{label}</span>
      </span>
    </Tooltip>
  );
}

export function StateBadge({ campaign }: { campaign: Planned }) {
  const zone = useContext(TimeZone);
  return (
    <Tooltip content={stateReason(campaign, new Date(), zone)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason has to be reachable by keyboard */}
      <span tabIndex={0} className="inline-flex rounded-full">
        <Badge tone={tones[campaign.state]} dot>
          {campaignStates[campaign.state]}
        </Badge>
      </span>
    </Tooltip>
  );
}
