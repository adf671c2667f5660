import { numberText } from "@/components/format";
import type { AttentionItem, AttentionKind } from "@/lib/activity/attention/schema";
import { t } from "@/lib/base/languages/texts";

type Text = {
  sentence: string;
  link: string;
  path: string;
  /** The label before the time. */
  since?: string;
};

const texts: Record<AttentionKind, (item: AttentionItem) => Text> = {
  app_quiet: () => ({
    sentence: t("Your app has sent no calls for over a day."),
    link: t("View live events"),
    path: "developers/test",
    since: t("Last call"),
  }),
  destination_paused: ({ count, name }) => ({
    sentence: t(
      "{count, plural, one {“{name}” is} other {# destinations are}} paused. New deliveries wait.",
      { count, name },
    ),
    link: t("Resume"),
    path: "destinations",
    since: t("Paused"),
  }),
  destination_failing: ({ count, name }) => ({
    sentence: t("{count, plural, one {“{name}” accepts} other {# destinations accept}} no deliveries.", {
      count,
      name,
    }),
    link: t("See why"),
    path: "destinations",
    since: t("It began"),
  }),
  failed_sync: ({ count, name }) => ({
    sentence: t("Spend sync failed for {count, plural, one {“{name}”} other {# ad accounts}}.", {
      count,
      name,
    }),
    link: t("Fix the connection"),
    path: "spend/sources",
  }),
  push_stopped: ({ name }) => ({
    sentence: t("{name} doesn't accept the credentials for uninstalls, so uninstalls aren't checked.", {
      name: name ?? t("A push service"),
    }),
    link: t("Fix the connection"),
    path: "uninstalls",
    since: t("Since"),
  }),
  unmatched_spend: ({ count }) => ({
    sentence: t(
      "{count, plural, one {# ad campaign has} other {# ad campaigns have}} spend that isn't matched to a campaign here.",
      { count },
    ),
    link: t("Match spend"),
    path: "spend",
  }),
  payments_unpriced: ({ count, name }) => ({
    sentence: t(
      "{count, plural, one {# payment in {name} counts} other {# payments in {name} count}} as 0 until there's an exchange rate.",
      { count, name },
    ),
    link: t("Add a rate"),
    path: "spend/rates",
  }),
  suspicious: ({ count }) => ({
    sentence: t("{count} suspicious installs in the last 7 days, above the usual share.", {
      count: numberText(count),
    }),
    link: t("Review installs"),
    path: "installs?suspicious=yes",
  }),
  unclicked: ({ count, name, campaign_id }) => ({
    sentence: t(
      "{count, plural, one {# install was} other {# installs were}} attributed to “{name}” by UTM tags alone in the last 7 days. Its links had no clicks.",
      { count, name },
    ),
    link: t("Review installs"),
    path: `installs?campaign=${campaign_id}`,
  }),
  domain_unproved: ({ count, name }) => ({
    sentence: t("{count, plural, one {{name} isn't} other {# domains aren't}} verified yet.", {
      count,
      name,
    }),
    link: t("Verify"),
    path: "settings/links",
  }),
  domain_unrouted: ({ count, name }) => ({
    sentence: t(
      "DNS for {count, plural, one {{name}} other {# domains}} doesn't point here, so its links may not work.",
      { count, name },
    ),
    link: t("Check DNS"),
    path: "settings/links",
  }),
  macros: ({ count, name, campaign_id }) => ({
    sentence: t(
      "Clicks on {count, plural, one {“{name}”} other {# campaigns}} arrive with macros the ad platform didn't replace.",
      { count, name },
    ),
    link: count === 1 ? t("View campaign") : t("View “{name}”", { name }),
    path: `campaigns/${campaign_id}`,
  }),
};

/** One sentence, with a link to the screen that resolves the problem. */
export const attentionText = (item: AttentionItem): Text => texts[item.kind](item);
