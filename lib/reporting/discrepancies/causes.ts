import { t } from "@/lib/base/languages/texts";
/** Causes of different install counts of a network and Cairn. Runs in the browser too. */

export type CauseText = {
  /** 1: the network may count such an install and Cairn does not; -1: the opposite. */
  sign: 1 | -1;
  label: string;
  /** The event behind the cause. */
  meaning: string;
  /** Advice on how to fix it. */
  advice: string;
};

/** In order of precedence: the first matching cause explains an install. */
export const discrepancyCauses = {
  window_ours: {
    sign: -1,
    label: t("Longer window here"),
    meaning: t("The click or view is older than the network's attribution window, and within yours."),
    advice: t("Set the same attribution window for this network under Attribution."),
  },
  test: {
    sign: 1,
    label: t("Test devices"),
    meaning: t("Installs of your test devices, which Cairn excludes from all figures."),
    advice: t("Nothing to do. Exclude test devices at the network as well if they are many."),
  },
  reinstall: {
    sign: 1,
    label: t("Reinstalls"),
    meaning: t("The device had the app before. Cairn counts a reinstall, the network may count an install."),
    advice: t("Compare with installs plus reinstalls, or count only new downloads at the network."),
  },
  fraud: {
    sign: 1,
    label: t("Rejected as fraud"),
    meaning: t("A fraud rule rejected this campaign's click or view."),
    advice: t("Open the installs, and dispute them with the network using their evidence."),
  },
  other_won: {
    sign: 1,
    label: t("Another source won"),
    meaning: t(
      "This campaign was clicked or seen, but another source's click came later or has stronger proof.",
    ),
    advice: t(
      "Networks don't see each other: each may claim the same install. Trust the last click for budgets.",
    ),
  },
  window: {
    sign: 1,
    label: t("Shorter window here"),
    meaning: t("The click is older than your attribution window, and within the network's."),
    advice: t("Set the same attribution window for this network under Attribution."),
  },
  view_through: {
    sign: 1,
    label: t("View-through"),
    meaning: t("The ad was seen and not clicked, and your rules don't count that view."),
    advice: t(
      "Turn on view-through under Attribution, or compare with the network's click-through installs.",
    ),
  },
  rejected: {
    sign: 1,
    label: t("Click not accepted"),
    meaning: t(
      "The click was already used by another install, or the campaign's link was inactive or deleted.",
    ),
    advice: t("Check that the ads lead to an active link of this campaign."),
  },
  ios_no_id: {
    sign: 1,
    label: t("iOS without an ID"),
    meaning: t("An iOS device clicked behind the same IP, but no advertising ID proves it's the same one."),
    advice: t("Ask for tracking permission in the app, or compare with SKAdNetwork."),
  },
  unproven: {
    sign: 1,
    label: t("Unproven click"),
    meaning: t("A click came from the same IP, but nothing proves it's the same device."),
    advice: t("Link to Google Play, so that the install referrer contains the click ID."),
  },
  day_in: {
    sign: 1,
    label: t("Day boundary: from other days"),
    meaning: t("Counted here on the day before or after: the network's day begins at another hour."),
    advice: t("Compare whole weeks, or use the same time zone for the project and the ad account."),
  },
  day_out: {
    sign: -1,
    label: t("Day boundary: to other days"),
    meaning: t(
      "The network dates these installs on the day before or after: its day begins at another hour.",
    ),
    advice: t("Compare whole weeks, or use the same time zone for the project and the ad account."),
  },
} as const satisfies Record<string, CauseText>;

export type DiscrepancyCause = keyof typeof discrepancyCauses;
export const causeNames = Object.keys(discrepancyCauses) as DiscrepancyCause[];

/** Differences without a known cause. */
export const unexplainedCause = {
  label: t("Unexplained"),
  more: t(
    "The network claims installs that no click, view or ID in Cairn points to: most often clicks that never reached your link, or installs it models.",
  ),
  over: t(
    "The network may count such installs, and doesn't claim all of them: it sees fewer clicks, views or devices than Cairn, or its figures for recent days are still being restated.",
  ),
  fewer: t(
    "Cairn counts installs that the network doesn't claim: most often its figures for recent days are still being restated, or it can't see these devices.",
  ),
};

export const discrepancyGroupings = ["campaign", "network", "day", "row"] as const;
export type DiscrepancyGrouping = (typeof discrepancyGroupings)[number];
