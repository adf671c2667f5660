import type { ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { linkBase } from "@/lib/base/web/hosts";
import { findAppLinkHosts } from "@/lib/campaigns/app-links/queries";
import type { LinkRule } from "@/lib/campaigns/link-rules/schema";
import { parseCampaignLink } from "@/lib/campaigns/rules";
import { explainLink } from "@/lib/traffic/links/explain";
import { networkClickIn, storedParamsOf } from "@/lib/traffic/links/params";
import type { LinkTest, LinkTestInput } from "@/lib/traffic/tester/schema";
import { userAgentOf } from "@/lib/traffic/tester/user-agents";

/** Returns the destination of a link on a device, and the reasons. Stores no data. */
export async function testLink(
  projectId: ProjectId,
  input: LinkTestInput,
  at: { now: Date; tick: number; appUrl: string },
): Promise<LinkTest> {
  const hosts = await findAppLinkHosts(projectId);
  const named = parseCampaignLink(input.link);
  // Links with an app's scheme or site are tested on the project's primary domain.
  const linkHost = named ? named.host : hostOf(input.link);
  const isOurs = linkHost !== null && hosts.includes(linkHost);
  const host = isOurs ? linkHost : hosts[0];
  if (host === undefined) throw refused("The project has no domain yet. Add one first.");
  const query = queryOf(input.link);
  const userAgent = userAgentOf(input.device, input.browser);
  const explained = await explainLink(host, named?.displayId ?? "", query, { ...input, userAgent }, at);
  if (!explained) throw refused("The domain is not served yet. Try again in a moment.");
  const { agent, destination, recorded, campaign } = explained;
  // A network's click ID, or the project's default link, may replace the campaign.
  const isStoodFor = isOurs && (campaign !== null || networkClickIn(storedParamsOf(query)));
  if (!named && !isStoodFor) throw refused("This link has no campaign.");
  if (campaign === null && linkHost !== null && !isOurs) {
    throw refused(`${linkHost} is not a domain of this project, so Cairn does not receive its clicks.`);
  }
  const origin =
    destination.kind === "open_app"
      ? destination.otherwise
      : destination.kind === "redirect"
        ? destination
        : null;
  return {
    link: input.link,
    campaign: campaign && {
      id: campaign.id,
      display_id: campaign.display_id,
      active: campaign.active,
      deleted: campaign.deleted,
    },
    visitor: {
      platform: agent.platform,
      device: agent.device,
      os: agent.os,
      os_version: agent.osVersion,
      model: agent.model,
      browser: agent.browser,
      in_app: agent.inApp,
      country: input.country,
      language: input.language,
      user_agent: userAgent,
    },
    outcome: {
      kind: kinds[destination.kind],
      url: origin?.url ?? null,
      via: origin?.via ?? null,
      app: destination.kind === "open_app" ? destination.app : null,
      why: [...explained.why, ...withoutEffect(input, campaign?.link_rules ?? [])],
    },
    chain: explained.chain,
    variants: explained.variants,
    recorded: recorded && {
      counted: recorded.counted,
      network: recorded.network,
      ad_set_id: recorded.read.ad.adSetId,
      ad_set_name: recorded.read.ad.adSetName,
      creative_id: recorded.read.ad.creativeId,
      creative_name: recorded.read.ad.creativeName,
      keyword_id: recorded.read.ad.keywordId,
      keyword_name: recorded.read.ad.keywordName,
      publisher_id: recorded.publisher,
      advertising_id: recorded.read.advertisingId,
      warnings: recorded.read.warnings,
      deeplink: recorded.deeplink,
    },
    test_link:
      campaign &&
      explained.testMark &&
      marked(linkBase(host, at.appUrl), campaign.display_id, query, explained.testMark),
  };
}

function withoutEffect({ country, language }: LinkTestInput, rules: readonly LinkRule[]): string[] {
  const given: [string, unknown, "countries" | "languages"][] = [
    ["country", country, "countries"],
    ["language", language, "languages"],
  ];
  return given
    .filter(([, value, condition]) => value !== null && rules.every((rule) => rule[condition].length === 0))
    .map(([what]) => `The ${what} has no effect: no rule uses it.`);
}

const kinds = {
  redirect: "redirect",
  open_app: "open_app_page",
  get_app: "get_app_page",
  nowhere: "help_page",
} as const;

const refused = (msg: string) => new Refusal("invalid_request", msg, { fields: { link: msg } });

const hostOf = (link: string) => (URL.canParse(link) ? new URL(link).hostname : null);

export const queryTextOf = (link: string) => link.replace(/#.*$/s, "").split(/\?(.*)/s)[1] ?? "";

const queryOf = (link: string) => new URLSearchParams(queryTextOf(link));

/** Always on the project's own domain, because the app's own link would open the app instead of this server. */
function marked(base: string, displayId: string, query: URLSearchParams, mark: string): string {
  const params = new URLSearchParams([...query].filter(([name]) => name !== "c" && name !== "cairn_test"));
  params.set("c", displayId);
  params.set("cairn_test", mark);
  return `${base}/?${params}`;
}
