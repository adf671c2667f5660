/** The payload of a webhook, with the field names of the read API. Pure. */
import { networkLabel } from "@/lib/campaigns/networks";
import type { Fact, FactAdRevenue, FactDecision, FactPostback } from "@/lib/outbound/mapping/fact";
import type { SentValue } from "@/lib/outbound/mapping/rule";

type BodyOptions = { full: boolean; personal: boolean };

export const isoText = (at: Date) => at.toISOString();

/** An alert has no user and no install. */
export const alertBodyOf = ({ id, uid, alert }: Fact): Record<string, unknown> => ({
  id,
  uid,
  ...(alert && {
    rule: alert.rule,
    subject: alert.subject,
    label: alert.label,
    text: `${alert.rule.name}: ${alert.text} ${alert.url}`,
    period: alert.period,
    ...alert.seen,
    fired_at: isoText(alert.firedAt),
    url: alert.url,
  }),
});

/** The `id` is the one of the start; the numbers are from the last evaluation. */
export const resolvedBodyOf = (fact: Fact): Record<string, unknown> => ({
  ...alertBodyOf(fact),
  ...(fact.alert && {
    text: `${fact.alert.rule.name} is over${whyOver[fact.alert.ended ?? ""] ?? ""}. It was: ${fact.alert.text} ${fact.alert.url}`,
    ...fact.alert.latest,
    resolved_at: fact.alert.resolvedAt && isoText(fact.alert.resolvedAt),
    ended: fact.alert.ended,
  }),
});

const whyOver: Record<string, string> = {
  silent: ", because there is too little data",
  gone: ", because it is no longer watched",
};

/** A failed ad account has no user. */
export const pullBodyOf = ({ id, uid, pull }: Fact): Record<string, unknown> => ({
  id,
  uid,
  ...(pull && {
    account: pull.account,
    problem: pull.problem,
    next_at: pull.nextAt,
    text: `Spend of ${pull.account.name} can't be read: ${pull.problem} ${pull.url}`,
    url: pull.url,
  }),
});

/** Apple's postbacks do not identify an install. */
export const postbackBodyOf = ({ id, uid, at, applePostback: postback }: Fact): Record<string, unknown> => ({
  id,
  uid,
  ...(postback && {
    framework: postback.framework,
    received_at: isoText(at),
    postback_id: postback.uid,
    sequence: postback.sequence,
    conversion_type: postback.conversionType,
    did_win: postback.didWin,
    app_id: postback.appId,
    ad_network_id: postback.networkId,
    network: postback.network,
    source_identifier: postback.sourceIdentifier,
    campaign: postback.campaign && {
      id: postback.campaign.id,
      name: postback.campaign.name,
      display_id: postback.campaign.displayId,
    },
    unsigned: {
      conversion_value: postback.fine,
      coarse_conversion_value: postback.coarse,
      country: postback.country,
      ad_interaction_type: postback.interaction,
    },
    text: sentenceOf(postback),
    url: postback.url,
  }),
});

const conversions: Record<string, string> = {
  download: "an install",
  redownload: "a redownload",
  "re-engagement": "a re-engagement",
};

/** A sentence for chats, which people read. */
function sentenceOf(postback: FactPostback): string {
  const what = conversions[postback.conversionType] ?? "a conversion";
  const source = postback.campaign?.name ?? postback.sourceIdentifier;
  const from = [
    networkLabel(postback.network) ?? postback.networkId,
    ...(source === null ? [] : [source]),
  ].join(", ");
  return `Apple counted ${what} from ${from}, window ${postback.sequence + 1} of 3. ${postback.url}`;
}

export function webhookBody(
  fact: Fact,
  { full, personal }: BodyOptions,
  value: SentValue | null,
): Record<string, unknown> {
  const { install, user, click, decision, previous } = fact;
  return {
    id: fact.id,
    uid: fact.uid,
    user_id: user?.id ?? null,
    install_instance_id: install?.instance ?? null,
    install_id: install?.id ?? null,
    platform: install?.platform ?? null,
    ...(fact.name === null ? {} : { name: fact.name }),
    ...(value === null ? {} : { amount: value.amount, currency: value.currency }),
    ...(fact.payment
      ? { payment_id: fact.payment.id, type: fact.payment.type, status: fact.payment.status }
      : {}),
    ...(fact.adRevenue ? { ad: presentAd(fact.adRevenue) } : {}),
    ...(fact.url === null ? {} : { url: fact.url }),
    decision: decision && presentDecision(decision),
    ...(fact.kind === "reattributed" ? { previous: previous && presentDecision(previous) } : {}),
    ...(personal && user ? { user: { name: user.name, email: user.email, phone: user.phone } } : {}),
    ...(full
      ? {
          data: fact.data,
          install: install && {
            installed_at: isoText(install.at),
            kind: install.kind,
            app_version: install.appVersion,
            os_version: install.osVersion,
            device_model: install.deviceModel,
            country: install.country,
            language: install.language,
          },
          click: click && {
            id: click.id,
            at: isoText(click.at),
            country: click.country,
            params: click.params,
          },
        }
      : {}),
  };
}

const presentAd = (ad: FactAdRevenue) => ({
  network: ad.network,
  placement: ad.placement,
  ad_unit: ad.adUnit,
  ad_format: ad.adFormat,
  precision: ad.precision,
  impressions: ad.impressions,
});

const presentDecision = (decision: FactDecision) => ({
  version: decision.version,
  at: isoText(decision.at),
  attribution_type: decision.type,
  method: decision.method,
  reason: decision.reason,
  confidence: decision.confidence,
  rules: decision.rules,
  touch: decision.touch,
  network: decision.network,
  campaign: decision.campaign && {
    id: decision.campaign.id,
    name: decision.campaign.name,
    display_id: decision.campaign.displayId,
  },
  affiliate: decision.affiliate,
  ad_set: decision.adSet,
  creative: decision.creative,
  keyword: decision.keyword,
  fraud: decision.flags,
});
