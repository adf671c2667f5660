"use client";

import { Globe } from "lucide-react";
import {
  CampaignCell,
  InstallCell,
  noValueDash,
  TextCell,
  UserCell,
} from "@/app/(dashboard)/shell/facts/fact-cells";
import { platformColumn } from "@/app/(dashboard)/shell/facts/fact-columns";
import { paidCampaign } from "@/app/(dashboard)/shell/facts/fact-filters";
import { namedChoices } from "@/app/(dashboard)/shell/facts/install-labels";
import { ListPage } from "@/app/(dashboard)/shell/list/list";
import { daysFilter, fixedChoiceFilter, textFilter } from "@/app/(dashboard)/shell/list/list-filters";
import { listScreen } from "@/app/(dashboard)/shell/list/list-screen";
import { sourceName } from "@/app/(dashboard)/web-to-app/source-name";
import { When } from "@/components/ui/when";
import { webPlatforms } from "@/lib/activity/lists/web-visitors/schema";
import { t } from "@/lib/base/languages/texts";
import { countryName } from "@/lib/base/text/country-name";
import { platformNames } from "@/lib/base/text/platform-names";
import { webStepLabels, webSteps } from "@/lib/reporting/web-to-app/steps";

const visitors = listScreen({
  path: "/projects/:project/web-visitors",
  rows: "web_visitors",
  one: t("visitor"),
  many: t("visitors"),
  title: t("Web visitors"),
  description: t("Visitors of your website, with their first ad and their install."),
  at: "first_seen_at",
  when: t("First visit"),
  opens: (row, { base }) => row.install_id && `${base}/installs/${row.install_id}`,
  totals: true,
  columns: [
    { id: "source", header: t("Source"), cell: ({ source }) => <TextCell text={sourceName(source)} /> },
    {
      id: "campaign",
      header: t("Campaign"),
      wide: true,
      cell: ({ campaign }, { base }) =>
        campaign ? <CampaignCell base={base} campaign={campaign} /> : noValueDash,
    },
    { id: "page", header: t("First page"), wide: true, cell: ({ page }) => <TextCell text={page} /> },
    platformColumn,
    {
      id: "country",
      header: t("Country"),
      wide: true,
      cell: ({ country }) => <TextCell text={country && countryName(country)} />,
    },
    {
      id: "clicked",
      header: t("Store click"),
      wide: true,
      cell: ({ clicked_at }) => (clicked_at ? <When clock at={clicked_at} /> : noValueDash),
    },
    {
      id: "install",
      header: t("Install"),
      cell: (row, { base }) => (
        <InstallCell base={base} install={row.install_id} instance={null} isTest={false} />
      ),
    },
    {
      id: "user",
      header: t("User"),
      hidden: true,
      cell: ({ user_id }) => (user_id ? <UserCell user={user_id} /> : noValueDash),
    },
  ],
  filters: {
    days: daysFilter(t("First visit")),
    step: fixedChoiceFilter(
      t("Got as far as"),
      webSteps.map((value) => ({ value, label: webStepLabels[value] })),
    ),
    source: textFilter(t("Source"), { placeholder: t("google, newsletter …"), show: sourceName }),
    campaign: paidCampaign,
    platform: fixedChoiceFilter(t("Platform"), namedChoices(platformNames, webPlatforms)),
    user: textFilter(t("User ID")),
  },
  empty: { icon: Globe, text: t("Visitors appear here once your website runs the script.") },
});

export default function WebVisitorsPage() {
  return <ListPage screen={visitors} />;
}
