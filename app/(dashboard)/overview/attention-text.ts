import { numberText } from "@/components/format";
import type { AttentionItem, AttentionKind } from "@/lib/activity/attention/schema";

type Text = {
  sentence: string;
  link: string;
  path: string;
  /** The label before the time. */
  since?: string;
};

const of = (count: number, one: string, many: string) => (count === 1 ? one : `${numberText(count)} ${many}`);

const texts: Record<AttentionKind, (item: AttentionItem) => Text> = {
  app_quiet: () => ({
    sentence: "Your app has sent no calls for over a day.",
    link: "View live events",
    path: "developers/test",
    since: "Last call",
  }),
  destination_paused: ({ count, name }) => ({
    sentence: `${of(count, `“${name ?? ""}” is`, "destinations are")} paused. New deliveries wait.`,
    link: "Resume",
    path: "destinations",
    since: "Paused",
  }),
  destination_failing: ({ count, name }) => ({
    sentence: `${of(count, `“${name ?? ""}” accepts`, "destinations accept")} no deliveries.`,
    link: "See why",
    path: "destinations",
    since: "It began",
  }),
  failed_sync: ({ count, name }) => ({
    sentence: `Spend sync failed for ${of(count, `“${name ?? ""}”`, "ad accounts")}.`,
    link: "Fix the connection",
    path: "spend/sources",
  }),
  push_stopped: ({ name }) => ({
    sentence: `${name ?? "A push service"} doesn't accept the credentials for uninstalls, so uninstalls aren't checked.`,
    link: "Fix the connection",
    path: "uninstalls",
    since: "Since",
  }),
  unmatched_spend: ({ count }) => ({
    sentence: `${of(count, "1 ad campaign has", "ad campaigns have")} spend that isn't matched to a campaign here.`,
    link: "Match spend",
    path: "spend",
  }),
  payments_unpriced: ({ count, name }) => ({
    sentence: `${of(count, "1 payment", "payments")} in ${name ?? ""} ${count === 1 ? "counts" : "count"} as 0 until there's an exchange rate.`,
    link: "Add a rate",
    path: "spend/rates",
  }),
  suspicious: ({ count }) => ({
    sentence: `${numberText(count)} suspicious installs in the last 7 days, above the usual share.`,
    link: "Review installs",
    path: "installs?suspicious=yes",
  }),
  unclicked: ({ count, name, campaign_id }) => ({
    sentence: `${of(count, "1 install was", "installs were")} attributed to “${name ?? ""}” by UTM tags alone in the last 7 days. Its links had no clicks.`,
    link: "Review installs",
    path: `installs?campaign=${campaign_id}`,
  }),
  domain_unproved: ({ count, name }) => ({
    sentence: `${of(count, `${name ?? "A domain"} isn't`, "domains aren't")} verified yet.`,
    link: "Verify",
    path: "settings/links",
  }),
  domain_unrouted: ({ count, name }) => ({
    sentence: `DNS for ${of(count, name ?? "a domain", "domains")} doesn't point here, so its links may not work.`,
    link: "Check DNS",
    path: "settings/links",
  }),
  macros: ({ count, name, campaign_id }) => ({
    sentence: `Clicks on ${of(count, `“${name ?? ""}”`, "campaigns")} arrive with macros the ad platform didn't replace.`,
    link: count === 1 ? "View campaign" : `View “${name}”`,
    path: `campaigns/${campaign_id}`,
  }),
};

/** One sentence, with a link to the screen that resolves the problem. */
export const attentionText = (item: AttentionItem): Text => texts[item.kind](item);
