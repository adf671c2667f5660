"use client";

import { Smartphone } from "lucide-react";
import { DecisionBadges } from "@/app/(dashboard)/activity/decision-badges";
import { ExplainBox } from "@/app/(dashboard)/activity/explain-box";
import { IdCell, noValueDash, TextCell, UserCell } from "@/app/(dashboard)/shell/facts/fact-cells";
import { campaignColumn, idColumn, networkColumn } from "@/app/(dashboard)/shell/facts/fact-columns";
import { assistingCampaign, networkFilter, senderFilters } from "@/app/(dashboard)/shell/facts/fact-filters";
import { FirstFact } from "@/app/(dashboard)/shell/facts/first-fact";
import {
  attributionReasonName,
  installStates,
  methodNames,
  namedChoices,
} from "@/app/(dashboard)/shell/facts/install-labels";
import { ListPage } from "@/app/(dashboard)/shell/list/list";
import {
  choiceFilter,
  fixedChoiceFilter,
  searchFilter,
  textFilter,
} from "@/app/(dashboard)/shell/list/list-filters";
import { listScreen } from "@/app/(dashboard)/shell/list/list-screen";
import { windowText } from "@/components/format";
import { When } from "@/components/ui/when";
import { urlText, useUrlState } from "@/components/use-url-state";
import {
  attributionMethods,
  decisionReasons,
  decisionStates,
  installKinds,
} from "@/lib/activity/lists/installs/names";
import { ruleName } from "@/lib/attribution/fraud/labels";
import { ruleNames } from "@/lib/attribution/fraud/rules";
import { t } from "@/lib/base/languages/texts";
import { countryName } from "@/lib/base/text/country-name";
import { platformNames } from "@/lib/base/text/platform-names";
import { unknownVersion } from "@/lib/ledger/ad-ids/versions";

/** The uninstall days, in the format of the address. */
function uninstalledText(days: string): string {
  const [from = "", to = ""] = days.split("..");
  if (from && to) return windowText({ from, to });
  const day = windowText({ from: from || to, to: from || to });
  return from ? t("from {day}", { day }) : t("until {day}", { day });
}

const installs = listScreen({
  path: "/projects/:project/installs",
  rows: "installs",
  one: t("install"),
  many: t("installs"),
  title: t("Installs"),
  description: t("See which campaign drove each install, and why."),
  at: "installed_at",
  opens: ({ id }, { base }) => `${base}/installs/${id}`,
  totals: true,
  columns: [
    {
      ...campaignColumn,
      cell: (row, around) =>
        row.campaign || row.state === "DECIDED" ? campaignColumn.cell(row, around) : noValueDash,
    },
    {
      id: "reason",
      header: t("Why"),
      hint: t("How the install was matched to its campaign, or why it's organic."),
      cell: (row) => <DecisionBadges install={row} />,
    },
    networkColumn,
    {
      id: "publisher",
      header: t("Publisher"),
      hidden: true,
      cell: (row) => <TextCell text={row.publisher_id} />,
    },
    {
      id: "device",
      header: t("Device"),
      wide: true,
      cell: (row) => {
        const system = `${platformNames[row.platform] ?? row.platform} ${row.os_version ?? ""}`.trim();
        if (row.device_model === null) return system;
        return (
          <span className="grid leading-snug">
            <span className="block max-w-44 truncate">{row.device_model}</span>
            <span className="text-muted text-xs">{system}</span>
          </span>
        );
      },
    },
    {
      id: "country",
      header: t("Country"),
      hidden: true,
      cell: ({ country }) => <TextCell text={country && countryName(country)} />,
    },
    { id: "version", header: t("App"), hidden: true, cell: (row) => row.app_version ?? noValueDash },
    {
      id: "confidence",
      header: t("Certainty"),
      hint: t("How certain the match is, out of 100."),
      hidden: true,
      align: "end",
      cell: (row) => row.confidence ?? noValueDash,
    },
    {
      id: "clicked",
      header: t("Click or view"),
      hidden: true,
      cell: (row) => (row.clicked_at ? <When clock at={row.clicked_at} /> : noValueDash),
    },
    {
      id: "uninstalled",
      header: t("Uninstalled"),
      hint: t("When the push service first reported that the app was removed."),
      hidden: true,
      cell: (row) => (row.uninstalled_at ? <When clock at={row.uninstalled_at} /> : noValueDash),
    },
    {
      id: "user",
      header: t("User"),
      wide: true,
      cell: (row) => (row.user_id === null ? noValueDash : <UserCell user={row.user_id} />),
    },
    {
      id: "instance",
      header: t("Instance ID"),
      hidden: true,
      cell: (row) => <IdCell id={row.install_instance_id} />,
    },
    { ...idColumn(t("Install ID")), hidden: false, wide: true },
  ],
  filters: {
    search: searchFilter(t("Install, device or user ID")),
    ...senderFilters,
    network: networkFilter,
    kind: fixedChoiceFilter(
      t("Kind"),
      namedChoices({ INSTALL: t("Install"), REINSTALL: t("Reinstall") }, installKinds),
    ),
    touch: fixedChoiceFilter(t("Touch type"), [
      { value: "CLICK", label: t("Click") },
      { value: "VIEW", label: t("Ad view") },
    ]),
    assisted_by: assistingCampaign,
    reason: fixedChoiceFilter(
      t("Reason"),
      decisionReasons.map((value) => ({ value, label: attributionReasonName(value) })),
    ),
    method: fixedChoiceFilter(t("Method"), namedChoices(methodNames, attributionMethods)),
    suspicious: fixedChoiceFilter(t("Fraud"), [
      { value: "yes", label: t("Suspicious") },
      { value: "no", label: t("Not suspicious") },
    ]),
    fraud_rule: fixedChoiceFilter(
      t("Fraud rule"),
      ruleNames.map((value) => ({ value, label: ruleName(value) })),
    ),
    app_version: textFilter(t("App version"), {
      placeholder: "2.1.0",
      show: (value) => (value === unknownVersion ? t("Unknown") : value),
    }),
    uninstalled: choiceFilter(t("Uninstalled"), (value) => [
      { value: "yes", label: t("Uninstalled") },
      { value: "no", label: t("Not uninstalled") },
      ...(value.includes("..") ? [{ value, label: uninstalledText(value) }] : []),
    ]),
    state: fixedChoiceFilter(
      t("State"),
      decisionStates.map((value) => ({ value, label: installStates[value]?.label ?? value })),
    ),
  },
  found: t("IDs must match exactly."),
  empty: {
    icon: Smartphone,
    text: t("Installs appear here the moment a phone first opens your app (init)."),
    Start: FirstFact,
  },
});

/** `find` is the search text of the box above the list. */
const codecs = { find: urlText() };

export default function InstallsPage() {
  const [{ find }] = useUrlState(codecs);
  return <ListPage screen={installs} above={<ExplainBox find={find} />} />;
}
