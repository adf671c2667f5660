"use client";

import { FileUp, Pencil, Trash2, Wallet } from "lucide-react";
import { type ReactNode, useContext, useState } from "react";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { listedCountries } from "@/app/(dashboard)/shell/country-options";
import { useGet } from "@/app/(dashboard)/shell/data";
import { CompareWith } from "@/app/(dashboard)/shell/dates/compare-with";
import {
  chosenComparison,
  compareCodec,
  dayWindow,
  windowCodecs,
} from "@/app/(dashboard)/shell/dates/window";
import { WindowPicker } from "@/app/(dashboard)/shell/dates/window-picker";
import { adPartFilters, networkFilter, paidCampaign } from "@/app/(dashboard)/shell/facts/fact-filters";
import { namedChoices } from "@/app/(dashboard)/shell/facts/install-labels";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { ShowSql } from "@/app/(dashboard)/shell/figures/show-sql";
import { List, ListExport, ListFilters } from "@/app/(dashboard)/shell/list/list";
import {
  choiceFilter,
  daysFilter,
  fixedChoiceFilter,
  textFilter,
} from "@/app/(dashboard)/shell/list/list-filters";
import { type FilterValues, listScreen } from "@/app/(dashboard)/shell/list/list-screen";
import { useList, useListResponse } from "@/app/(dashboard)/shell/list/list-state";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { DeleteSpendContext, DeletesSpend, type RemovalFilter } from "@/app/(dashboard)/spend/delete-spend";
import { SpendCampaigns } from "@/app/(dashboard)/spend/spend-campaigns";
import { spendRowKey, spendTableColumns } from "@/app/(dashboard)/spend/spend-columns";
import { spendSqlChoices, storedSpendSqlChoices } from "@/app/(dashboard)/spend/spend-levels";
import { SpendSumsTable } from "@/app/(dashboard)/spend/spend-sums";
import { lazyDialog } from "@/components/dialogs/lazy-dialog";
import { numberText, windowText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Gated, GatedLink } from "@/components/ui/gated";
import { Segmented } from "@/components/ui/segmented";
import { Stat } from "@/components/ui/stat";
import { urlChoice, useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";
import { dayIn } from "@/lib/base/time";
import { notBrokenDown, unknownCountry, withoutPlatform } from "@/lib/ledger/country";

type Path = "/projects/:project/spend";

function useImports() {
  const address = at("/projects/:project/spend/imports", { project: useProject().id });
  const { data } = useGet(withQuery(address, { limit: 100 }), { staleTime: 60_000 });
  return (data?.imports ?? []).map(({ id, kind, name, from }) => ({
    value: String(id),
    label: kind === "HAND" ? `${name}, ${from}` : name,
  }));
}

const spend = listScreen({
  path: "/projects/:project/spend",
  rows: "rows",
  one: t("row of spend"),
  many: t("rows of spend"),
  title: t("Spend"),
  description: t("Ad spend per day and campaign. Reports use exactly these amounts."),
  at: "day",
  when: t("Day"),
  idOf: spendRowKey,
  columns: spendTableColumns,
  filters: {
    days: daysFilter(),
    campaign: paidCampaign,
    network: networkFilter,
    import: choiceFilter(t("Source"), useImports),
    platform: fixedChoiceFilter(t("Platform"), [
      ...namedChoices(platformNames, ["IOS", "ANDROID"]),
      { value: withoutPlatform, label: notBrokenDown },
    ]),
    country: fixedChoiceFilter(t("Country"), [
      { value: unknownCountry as string, label: notBrokenDown },
      ...listedCountries,
    ]),
    currency: textFilter(t("Currency"), {
      placeholder: t("Three-letter code, such as USD"),
      read: (typed) => typed.toUpperCase(),
    }),
    ...adPartFilters,
  },
  empty: {
    icon: Wallet,
    title: t("No spend yet"),
    text: t(
      "Upload a network's export, add spend manually, connect an ad account or use the API. Reports then show cost per install and return on ad spend.",
    ),
    Start: Entries,
  },
});

const codecs = {
  by: urlChoice(["", "row", "day", "campaign", "source"], ""),
  ...windowCodecs,
  compare: compareCodec,
};
const views = [
  { value: "campaign", label: t("Campaigns") },
  { value: "day", label: t("Days") },
  { value: "source", label: t("Files and syncs") },
  { value: "row", label: t("Rows") },
] as const;

const HandDialog = lazyDialog(
  () => import("@/app/(dashboard)/spend/hand-dialog").then((module) => module.HandDialog),
  ({ open }) => open,
);

export default function SpendPage() {
  const { id, currency, time_zone: timeZone, week_starts_on: weekStart } = useProject();
  const path = at("/projects/:project/spend", { project: id });
  const [address, setView] = useUrlState(codecs);
  const today = dayIn(timeZone, new Date());
  const window = dayWindow(address, today, weekStart);
  const { query, setState, filter } = useList(spend);
  // Links to filtered rows open the rows.
  const by = address.by || (Object.keys(query).length > 0 && address.range !== "custom" ? "row" : "campaign");
  const { data } = useListResponse(spend, by === "campaign" ? null : path);
  const totals = data?.totals;
  const count = (value: number | undefined) => (value === undefined ? undefined : numberText(value));
  return (
    <DeletesSpend>
      <PageHeader
        title={spend.title}
        description={
          by === "campaign"
            ? t("{window}, days in {timeZone}", { window: windowText(window), timeZone })
            : t("Ad spend per day and campaign, in {currency}. Reports use exactly these amounts.", {
                currency,
              })
        }
        actions={
          <>
            {by === "campaign" ? (
              <>
                <WindowPicker
                  state={address}
                  window={window}
                  today={today}
                  timeZone={timeZone}
                  onChange={(state) => setView(state)}
                />
                <CompareWith value={chosenComparison(address)} onChange={(compare) => setView({ compare })} />
                <ShowSql choices={spendSqlChoices(id, window)} />
              </>
            ) : (
              <>
                <ListExport screen={spend} address={path} />
                <ShowSql choices={storedSpendSqlChoices(id, by, query)} />
              </>
            )}
            <Entries />
          </>
        }
      />
      <Segmented
        label={t("Show")}
        className="justify-self-start"
        options={views}
        value={by}
        onValueChange={(next) => {
          // Days of rows and of the period are chosen separately.
          setView({ by: next, range: "30d", from: "", to: "" });
          setState({ before: "" });
        }}
      />
      {by === "campaign" ? (
        <SpendCampaigns address={address} window={window} entries={<Entries />} />
      ) : (
        <Card className="grid grid-cols-2 divide-line sm:grid-cols-4 sm:divide-x">
          <Stat
            label={t("Spend")}
            hint={t("Total of all filtered rows, across all pages.")}
            value={totals && figureFormat(currency).full("money", totals.amount_minor)}
          />
          <Stat label={t("Campaigns")} value={count(totals?.campaigns)} />
          <Stat label={t("Days")} value={count(totals?.days)} />
          <Stat label={t("Rows")} value={count(totals?.rows)} />
        </Card>
      )}
      {by === "row" ? (
        <List
          screen={spend}
          address={path}
          tools={totals && totals.rows > 0 ? <DeleteThese query={query} /> : null}
        />
      ) : null}
      {by === "day" || by === "source" ? (
        <SpendSumsTable
          by={by}
          query={query}
          toolbar={<ListFilters screen={spend} />}
          onOpen={(patch) => {
            setView({ by: "row" }, { push: true });
            filter(patch);
          }}
        />
      ) : null}
    </DeletesSpend>
  );
}

/** Buttons to enter spend by hand or upload a file. */
function Entries() {
  const reason = useMissingRoleText("spend.write");
  const [entering, setEntering] = useState(false);
  return (
    <>
      <Gated reason={reason}>
        {(gate) => (
          <Button {...gate} onClick={() => setEntering(true)}>
            <Pencil />
            {t("Add manually")}
          </Button>
        )}
      </Gated>
      <GatedLink variant="primary" reason={reason} href={`/p/${useProject().id}/spend/upload`}>
        <FileUp />
        {t("Upload file")}
      </GatedLink>
      <HandDialog open={entering} onClose={() => setEntering(false)} />
    </>
  );
}

/** Deletes the filtered rows. */
function DeleteThese({ query }: { query: Partial<FilterValues<Path>> }): ReactNode {
  const onDelete = useContext(DeleteSpendContext);
  if (!onDelete || Object.keys(query).length === 0) return null;
  return (
    <Button
      variant="danger-ghost"
      size="sm"
      onClick={() => onDelete({ title: t("Delete all of this?"), filter: bodyOf(query), rows: null })}
    >
      <Trash2 className="size-3.5" />
      {t("Delete these")}
    </Button>
  );
}

/** The filter in the format of a delete request. */
function bodyOf({
  campaign,
  import: imported,
  platform,
  ...texts
}: Partial<FilterValues<Path>>): RemovalFilter {
  return {
    ...texts,
    ...(campaign === undefined ? {} : { campaign: /^\d+$/.test(campaign) ? Number(campaign) : campaign }),
    ...(imported === undefined ? {} : { import: Number(imported) }),
    // The server must reject an unknown platform, so that it does not delete all rows.
    ...(platform === undefined ? {} : { platform: platform as RemovalFilter["platform"] }),
  };
}
