"use client";

import { FileText, SearchX, Trash2 } from "lucide-react";
import { useCallback, useState } from "react";
import { asking, at, within } from "@/app/(dashboard)/api";
import { ClearFilters } from "@/app/(dashboard)/clear-filters";
import { useGet } from "@/app/(dashboard)/data";
import { ExportCsv } from "@/app/(dashboard)/export-csv";
import { figureFormat, windowText } from "@/app/(dashboard)/figure-format";
import { FilterSelect } from "@/app/(dashboard)/filter-select";
import { KeysetBar } from "@/app/(dashboard)/keyset-bar";
import { DeleteSpend, type ToDelete } from "@/app/(dashboard)/p/[project]/spend/delete-spend";
import { sources } from "@/app/(dashboard)/p/[project]/spend/sources";
import { partText } from "@/app/(dashboard)/p/[project]/spend/spend-columns";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { SearchBox } from "@/components/search-box";
import type { Column } from "@/components/table-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useUrlState } from "@/components/use-url-state";
import { When } from "@/components/when";
import type { ListedImport } from "@/lib/facts/spend/list/schema";
import { codecs, type Filters, filterQuery, isFiltered, noFilters, pageQuery } from "./address";

const kinds = (["FILE", "HAND", "KEY", "ACCOUNT"] as const).map((value) => ({
  value,
  label: sources[value]?.label ?? value,
}));

export function Imports() {
  const { id, currency, time_zone: timeZone } = useProject();
  const path = at("/projects/:project/spend/imports", { project: id });
  const [address, setAddress] = useUrlState(codecs);
  const filter = useCallback((patch: Partial<Filters>) => setAddress({ ...patch, before: "" }), [setAddress]);
  const search = useCallback((text: string) => filter({ search: text }), [filter]);
  const { data, error, refetch, isPlaceholderData } = useGet(asking(path, pageQuery(address)), {
    keep: true,
  });
  const reason = useLacking("spend.write");
  const [toDelete, setToDelete] = useState<ToDelete | null>(null);
  return (
    <>
      <PageHeader
        title="Imports"
        description="Where the stored spend came from. What a later import replaced counts for that one."
        actions={<ExportCsv file={asking(within(path, "/export.csv"), filterQuery(address))} />}
      />
      <div className="grid grid-cols-1 gap-3">
        <DataTable
          label="Imports"
          columns={columns({
            base: `/p/${id}/spend`,
            currency,
            timeZone,
            onDelete: reason ? null : setToDelete,
          })}
          rows={data?.imports}
          rowId={(each) => String(each.id)}
          busy={isPlaceholderData}
          error={error}
          onRetry={() => void refetch()}
          toolbar={
            <>
              <SearchBox
                value={address.search}
                onValueChange={search}
                label="Name, or who made it"
                className="h-8 w-full sm:w-56"
              />
              <FilterSelect
                label="Kind"
                value={address.kind}
                choices={kinds}
                onValueChange={(kind) => filter({ kind })}
              />
              <ClearFilters shown={isFiltered(address)} onClear={() => filter(noFilters)} />
            </>
          }
          empty={
            isFiltered(address) ? (
              <EmptyState
                icon={SearchX}
                title="No import matches"
                actions={<Button onClick={() => filter(noFilters)}>Clear filters</Button>}
              >
                There may be imports that other filters leave.
              </EmptyState>
            ) : (
              <EmptyState icon={FileText} title="Nothing was imported yet">
                Each file, entry by hand, server key and ad account that told spend stands here, with what is
                left of it.
              </EmptyState>
            )
          }
        />
        <KeysetBar
          count={data?.imports.length ?? 0}
          noun="imports"
          isFirst={address.before === ""}
          next={data?.next ?? null}
          onNewest={() => setAddress({ before: "" }, { push: true })}
          onOlder={(before) => setAddress({ before }, { push: true })}
        />
      </div>
      <DeleteSpend toDelete={toDelete} describe={partText} onClose={() => setToDelete(null)} />
    </>
  );
}

type Options = {
  base: string;
  currency: string;
  timeZone: string;
  onDelete: ((toDelete: ToDelete) => void) | null;
};

function columns({ base, currency, timeZone, onDelete }: Options): Column<ListedImport>[] {
  const format = figureFormat(currency);
  return [
    {
      id: "name",
      header: "Import",
      cell: (each) => {
        const source = sources[each.kind];
        return (
          <div className="flex items-center gap-2.5">
            {source ? <source.icon className="size-4 shrink-0 text-faint" aria-hidden="true" /> : null}
            <div className="grid max-w-72 grid-cols-1 leading-snug">
              <IntentLink
                href={`${base}?import=${each.id}`}
                className="truncate rounded-sm font-medium hover:underline"
              >
                {each.name}
              </IntentLink>
              <span className="truncate text-muted text-xs">
                {source?.label} · {each.made_by}
              </span>
            </div>
          </div>
        );
      },
    },
    {
      id: "days",
      header: "Days",
      cell: (each) => (
        <span className="num whitespace-nowrap">
          {each.from && each.to ? windowText({ from: each.from, to: each.to }) : "–"}
        </span>
      ),
    },
    {
      id: "campaigns",
      header: "Campaigns",
      align: "end",
      cell: (each) => <span className="num">{each.campaigns.toLocaleString()}</span>,
    },
    {
      id: "rows",
      header: "Rows",
      hint: "What is still stored of it.",
      align: "end",
      cell: (each) =>
        each.state === "STORED" ? (
          <span className="num">{each.rows.toLocaleString()}</span>
        ) : (
          <IntentLink href={`${base}/upload/${each.id}`} className="rounded-sm hover:underline">
            <Badge tone={each.state === "FAILED" ? "danger" : "accent"} dot>
              {each.state === "FAILED" ? "Failed" : "Being stored"}
            </Badge>
          </IntentLink>
        ),
    },
    {
      id: "amount",
      header: "Spend",
      align: "end",
      cell: (each) => (
        <span className="num whitespace-nowrap font-medium">{format.full("money", each.amount_minor)}</span>
      ),
    },
    {
      id: "updated",
      header: "Last changed",
      cell: (each) => <When at={each.updated_at} timeZone={timeZone} className="text-muted" />,
    },
    {
      id: "actions",
      header: "Actions",
      quiet: true,
      align: "end",
      cell: (each) =>
        onDelete ? (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Delete what ${each.name} told`}
            onClick={() =>
              onDelete({
                title: `Delete what “${each.name}” told?`,
                filter: { import: each.id },
                rows: null,
              })
            }
          >
            <Trash2 />
          </Button>
        ) : null,
    },
  ];
}
