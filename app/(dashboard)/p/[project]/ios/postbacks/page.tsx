"use client";

import { Smartphone } from "lucide-react";
import { postbackStatus, postbackWindowName } from "@/app/(dashboard)/apple/labels";
import { at } from "@/app/(dashboard)/shell/api";
import { CampaignCell, IdCell, noValueDash, TextCell } from "@/app/(dashboard)/shell/facts/fact-cells";
import { List, ListExport } from "@/app/(dashboard)/shell/list/list";
import { daysFilter, fixedChoiceFilter, textFilter } from "@/app/(dashboard)/shell/list/list-filters";
import { listScreen } from "@/app/(dashboard)/shell/list/list-screen";
import { useProject } from "@/app/(dashboard)/shell/session";
import { PageHeader } from "@/components/page-header";
import { Badge } from "@/components/ui/badge";
import { postbackStandings, postbackWindows } from "@/lib/apple/list/schema";
import {
  conversionTypeNames,
  conversionTypes,
  frameworkNames,
  frameworks,
  type SignatureVerdict,
  verdictNames,
  verdicts,
} from "@/lib/apple/postbacks/postback";
import { t } from "@/lib/base/languages/texts";
import { countryName } from "@/lib/base/text/country-name";

const standings = {
  counted: t("Counted"),
  lost: t("Not won"),
  test: t("Tests of developers"),
  copies: t("Other copies"),
  refused: t("Not verified"),
};

/** A malformed postback has no parsed fields. */
const isNone = ({ verdict }: { verdict: SignatureVerdict }) => verdict === "malformed";

const postbacks = listScreen({
  path: "/projects/:project/apple-postbacks",
  rows: "postbacks",
  one: t("postback"),
  many: t("postbacks"),
  title: t("Apple postbacks"),
  description: t("Every copy as received, with its signature check. Only verified ones count, each once."),
  at: "received_at",
  when: t("Received"),
  opens: (row, { base }) => `${base}/ios/postbacks/${row.id}`,
  totals: true,
  columns: [
    {
      id: "verdict",
      header: t("Verdict"),
      cell: (row) => {
        const { label, tone } = postbackStatus(row);
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
    {
      id: "type",
      header: t("Conversion"),
      cell: (row) => (isNone(row) ? noValueDash : conversionTypeNames[row.conversion_type]),
    },
    {
      id: "window",
      header: t("Window"),
      wide: true,
      cell: (row) => (isNone(row) ? noValueDash : postbackWindowName(row.sequence)),
    },
    { id: "network", header: t("Network"), cell: ({ network }) => <TextCell text={network} /> },
    {
      id: "source",
      header: t("Source"),
      wide: true,
      cell: ({ source_identifier }) =>
        source_identifier === null ? (
          noValueDash
        ) : (
          <span className="font-mono text-xs">{source_identifier}</span>
        ),
    },
    {
      id: "campaign",
      header: t("Campaign"),
      wide: true,
      cell: ({ campaign }, { base }) =>
        campaign ? <CampaignCell base={base} campaign={campaign} /> : noValueDash,
    },
    {
      id: "value",
      header: t("Value"),
      hint: t("Sent by the device. Not covered by Apple's signature."),
      cell: ({ fine, coarse }) => fine ?? coarse ?? noValueDash,
    },
    {
      id: "country",
      header: t("Country"),
      hidden: true,
      cell: ({ country }) => <TextCell text={country && countryName(country)} />,
    },
    {
      id: "framework",
      header: t("Framework"),
      wide: true,
      cell: ({ framework }) => frameworkNames[framework],
    },
    {
      id: "id",
      header: t("Postback ID"),
      hidden: true,
      cell: ({ postback_uid }) => <IdCell id={postback_uid} />,
    },
  ],
  filters: {
    days: daysFilter(t("Received")),
    standing: fixedChoiceFilter(
      t("Standing"),
      postbackStandings.map((value) => ({ value, label: standings[value] })),
    ),
    verdict: fixedChoiceFilter(
      t("Verdict"),
      verdicts.map((value) => ({ value, label: verdictNames[value] })),
    ),
    framework: fixedChoiceFilter(
      t("Framework"),
      frameworks.map((value) => ({ value, label: frameworkNames[value] })),
    ),
    type: fixedChoiceFilter(
      t("Conversion"),
      conversionTypes.map((value) => ({ value, label: conversionTypeNames[value] })),
    ),
    window: fixedChoiceFilter(
      t("Window"),
      postbackWindows.map((value) => ({ value, label: postbackWindowName(Number(value) - 1) })),
    ),
    network: textFilter(t("Network ID")),
    source: textFilter(t("Source identifier")),
    id: textFilter(t("Postback ID")),
  },
  empty: {
    icon: Smartphone,
    text: t("Apple's copies appear here as soon as they arrive. To create a first one, see Setup."),
  },
});

export default function ApplePostbacks() {
  const address = at("/projects/:project/apple-postbacks", { project: useProject().id });
  return (
    <>
      <PageHeader
        title={postbacks.title}
        description={postbacks.description}
        actions={<ListExport screen={postbacks} address={address} />}
      />
      <List screen={postbacks} address={address} refetchInterval={10_000} />
    </>
  );
}
