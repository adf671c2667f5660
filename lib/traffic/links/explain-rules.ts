/** Explains which rule of a campaign applies to a visitor, and why the others do not. */

import { destinationShares, visitorsOfRule } from "@/lib/campaigns/link-rules/labels";
import { matchRules, type RuleVisitor } from "@/lib/campaigns/link-rules/rules";
import type { LinkRule, RuleDestination } from "@/lib/campaigns/link-rules/schema";
import type { DescribedAgent } from "@/lib/platform/user-agent";
import type { LinkedCampaignRow } from "@/lib/traffic/links/site-queries";
import { type LinkHost, linkTargetOf } from "@/lib/traffic/links/sites";

/** The visitor in the link tester, in addition to the browser. */
export type TestedVisitor = {
  userAgent: string;
  language: string | null;
  country: string | null;
  /** If null, the rule chooses the variant. */
  variant: string | null;
};

export type ExplainedRules = {
  why: string[];
  /** The address that the rule chose; null if it chose the campaign's own destinations, or if no rule matched. */
  url: string | null;
  variants: { name: string; chosen: boolean }[];
};

export function explainRules(
  campaign: LinkedCampaignRow,
  site: LinkHost,
  agent: DescribedAgent,
  { userAgent, language, country, variant }: TestedVisitor,
): ExplainedRules {
  const rules = campaign.link_rules ?? [];
  if (rules.length === 0) return { why: [], url: null, variants: [] };
  const prepared = linkTargetOf(campaign, site).rules;
  // The tester has no address, so a real visitor may get another variant.
  const visitor: RuleVisitor = { language, country, platform: agent.platform, key: userAgent };
  const ruled = matchRules(prepared, visitor);
  const before = ruled ? ruled.rule : rules.length;
  const why = rules
    .slice(0, before)
    .map((rule, i) => `Rule ${i + 1} is for ${visitorsOfRule(rule)}: not for this visitor.`);
  if (!ruled)
    return {
      why: [...why, "No rule matches: the campaign's own destinations apply."],
      url: null,
      variants: [],
    };
  const { destinations } = prepared[ruled.rule]!;
  const chosen = destinations.find(({ name }) => name !== null && name === variant) ?? ruled.destination;
  return {
    why: [...why, ...ofRule(ruled.rule + 1, rules[ruled.rule]!, chosen, destinations.length > 1)],
    url: chosen.url,
    variants:
      destinations.length > 1
        ? destinations.flatMap(({ name }) => (name === null ? [] : [{ name, chosen: name === chosen.name }]))
        : [],
  };
}

function ofRule(number: number, rule: LinkRule, chosen: RuleDestination, isSplit: boolean): string[] {
  const to = chosen.url === null ? "to the campaign's own destinations" : "to its destination";
  const decides = `Rule ${number} is for ${visitorsOfRule(rule)} and decides.`;
  if (!isSplit) return [`${decides} It leads ${to}.`];
  return [
    `${decides} It splits them: ${destinationShares(rule)}.`,
    `Variant ${chosen.name} leads ${to}. A visitor keeps a variant while IP address and browser stay the same.`,
  ];
}
