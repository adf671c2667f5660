"use client";

import { FileUp, Pencil, SearchX, Wallet } from "lucide-react";
import { useCallback, useState } from "react";
import { asking, at, within } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { ExportCsv } from "@/app/(dashboard)/export-csv";
import { figureFormat } from "@/app/(dashboard)/figure-format";
import { KeysetBar } from "@/app/(dashboard)/keyset-bar";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { Gated, GatedLink } from "@/components/gated";
import { PageHeader } from "@/components/page-header";
import { Stat } from "@/components/stat";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { useUrlState } from "@/components/use-url-state";
import type { SpendList } from "@/lib/facts/spend/list/schema";
import { codecs, type Filters, filterBody, filterQuery, isFiltered, noFilters, pageQuery } from "./address";
import { DeleteSpend, type ToDelete } from "./delete-spend";
import { HandDialog } from "./hand-dialog";
import { partText, rowKey, spendColumns } from "./spend-columns";
import { SpendFilters } from "./spend-filters";
import { Sums } from "./sums";

export function StoredSpend() {
  const { id, currency, time_zone: timeZone } = useProject();
  const path = at("/projects/:project/spend", { project: id });
  const [address, setAddress] = useUrlState(codecs);
  const { data, error, refetch, isPlaceholderData } = useGet(asking(path, pageQuery(address)), {
    keep: true,
  });
  const filter = useCallback((patch: Partial<Filters>) => setAddress({ ...patch, before: "" }), [setAddress]);
  const [entering, setEntering] = useState(false);
  const [toDelete, setToDelete] = useState<ToDelete | null>(null);
  const reason = useLacking("spend.write");
  const format = figureFormat(currency);
  const filtered = isFiltered(address);
  const enter = (
    <Gated reason={reason}>
      {(gate) => (
        <Button {...gate} onClick={() => setEntering(true)}>
          <Pencil />
          Enter by hand
        </Button>
      )}
    </Gated>
  );
  const upload = (
    <GatedLink variant="primary" reason={reason} href={`/p/${id}/spend/upload`}>
      <FileUp />
      Upload a file
    </GatedLink>
  );
  return (
    <>
      <PageHeader
        title="Spend"
        description={`What ads cost, per day and campaign. Reports count exactly these amounts, in ${currency}.`}
        actions={
          <>
            <ExportCsv file={asking(within(path, "/export.csv"), filterQuery(address))} />
            {enter}
            {upload}
          </>
        }
      />
      <Totals totals={data?.totals} money={(minor) => format.full("money", minor)} />
      <Segmented
        label="Show"
        className="justify-self-start"
        options={views}
        value={address.by}
        onValueChange={(by) => setAddress({ by, before: "" })}
      />
      {address.by === "row" ? (
        <div className="grid grid-cols-1 gap-3">
          <DataTable
            label="Spend"
            columns={spendColumns({
              base: `/p/${id}`,
              timeZone,
              currency,
              onDelete: reason ? null : setToDelete,
            })}
            rows={data?.rows}
            rowId={rowKey}
            state={{ sort: "", page: 1, limit: 50, columns: address.columns }}
            onStateChange={({ columns }) => columns && setAddress({ columns })}
            busy={isPlaceholderData}
            error={error}
            onRetry={() => void refetch()}
            toolbar={
              <SpendFilters
                address={address}
                onChange={filter}
                {...(filtered && !reason && data && data.totals.rows > 0
                  ? {
                      onDelete: () =>
                        setToDelete({
                          title: "Delete all of this?",
                          filter: filterBody(address),
                          rows: null,
                        }),
                    }
                  : {})}
              />
            }
            empty={
              filtered ? (
                <EmptyState
                  icon={SearchX}
                  title="No spend matches"
                  actions={<Button onClick={() => filter(noFilters)}>Clear filters</Button>}
                >
                  There may be some that other filters leave.
                </EmptyState>
              ) : (
                <EmptyState
                  icon={Wallet}
                  title="No spend yet"
                  actions={
                    <>
                      {enter}
                      {upload}
                    </>
                  }
                >
                  Upload an export of an ad network, enter what a campaign cost on a day, connect an ad
                  account, or let a program of yours tell it. Then reports show cost per install and return on
                  ad spend.
                </EmptyState>
              )
            }
          />
          <KeysetBar
            count={data?.rows.length ?? 0}
            noun="rows"
            isFirst={address.before === ""}
            next={data?.next ?? null}
            onNewest={() => setAddress({ before: "" }, { push: true })}
            onOlder={(before) => setAddress({ before }, { push: true })}
          />
        </div>
      ) : (
        <Sums
          by={address.by}
          address={address}
          toolbar={<SpendFilters address={address} onChange={filter} />}
          onOpen={(patch) => setAddress({ ...patch, by: "row", before: "" }, { push: true })}
        />
      )}
      <HandDialog open={entering} onClose={() => setEntering(false)} />
      <DeleteSpend toDelete={toDelete} describe={partText} onClose={() => setToDelete(null)} />
    </>
  );
}

const views = [
  { value: "row", label: "Rows" },
  { value: "day", label: "Days" },
  { value: "campaign", label: "Campaigns" },
  { value: "source", label: "Sources" },
] as const;

function Totals({
  totals,
  money,
}: {
  totals: SpendList["totals"] | undefined;
  money: (minor: number) => string;
}) {
  const count = (value: number | undefined) => value?.toLocaleString();
  return (
    <Card className="grid grid-cols-2 divide-line sm:grid-cols-4 sm:divide-x">
      <Stat
        label="Spend"
        hint="The sum of all rows that the filters leave, on all pages."
        value={totals && money(totals.amount_minor)}
      />
      <Stat label="Campaigns" value={count(totals?.campaigns)} />
      <Stat label="Days" value={count(totals?.days)} />
      <Stat label="Rows" value={count(totals?.rows)} />
    </Card>
  );
}
