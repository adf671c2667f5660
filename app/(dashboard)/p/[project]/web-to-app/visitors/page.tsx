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
import { countryName } from "@/lib/base/text/country-name";
import { platformNames } from "@/lib/base/text/platform-names";
import { webStepLabels, webSteps } from "@/lib/reporting/web-to-app/steps";

const visitors = listScreen({
  path: "/projects/:project/web-visitors",
  rows: "web_visitors",
  one: "visitor",
  many: "visitors",
  title: "Web visitors",
  description: "Visitors of your website, with their first ad and their install.",
  at: "first_seen_at",
  when: "First visit",
  opens: (row, { base }) => row.install_id && `${base}/installs/${row.install_id}`,
  totals: true,
  columns: [
    { id: "source", header: "Source", cell: ({ source }) => <TextCell text={sourceName(source)} /> },
    {
      id: "campaign",
      header: "Campaign",
      wide: true,
      cell: ({ campaign }, { base }) =>
        campaign ? <CampaignCell base={base} campaign={campaign} /> : noValueDash,
    },
    { id: "page", header: "First page", wide: true, cell: ({ page }) => <TextCell text={page} /> },
    platformColumn,
    {
      id: "country",
      header: "Country",
      wide: true,
      cell: ({ country }) => <TextCell text={country && countryName(country)} />,
    },
    {
      id: "clicked",
      header: "Store click",
      wide: true,
      cell: ({ clicked_at }) => (clicked_at ? <When clock at={clicked_at} /> : noValueDash),
    },
    {
      id: "install",
      header: "Install",
      cell: (row, { base }) => (
        <InstallCell base={base} install={row.install_id} instance={null} isTest={false} />
      ),
    },
    {
      id: "user",
      header: "User",
      hidden: true,
      cell: ({ user_id }) => (user_id ? <UserCell user={user_id} /> : noValueDash),
    },
  ],
  filters: {
    days: daysFilter("First visit"),
    step: fixedChoiceFilter(
      "Got as far as",
      webSteps.map((value) => ({ value, label: webStepLabels[value] })),
    ),
    source: textFilter("Source", { placeholder: "google, newsletter …", show: sourceName }),
    campaign: paidCampaign,
    platform: fixedChoiceFilter("Platform", namedChoices(platformNames, webPlatforms)),
    user: textFilter("User ID"),
  },
  empty: { icon: Globe, text: "Visitors appear here once your website runs the script." },
});

export default function WebVisitorsPage() {
  return <ListPage screen={visitors} />;
}
