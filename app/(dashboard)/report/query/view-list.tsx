"use client";

import { useState } from "react";
import { SearchBox } from "@/components/fields/search-box";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/base/languages/texts";
import type { QueryView } from "@/lib/data-access/query/schema";

type ViewListProps = { views: readonly QueryView[] | undefined; error: Error | null };

/** The readable views with their columns. */
export function ViewList({ views, error }: ViewListProps) {
  const [search, setSearch] = useState("");
  const term = search.trim().toLowerCase();
  const found = views?.filter(
    ({ name, columns }) =>
      term === "" || name.includes(term) || columns.some((column) => column.name.includes(term)),
  );
  return (
    <Card className="self-start">
      <CardHeader title={t("Views")} />
      <CardBody className="grid grid-cols-1 gap-3">
        <SearchBox
          className="w-full"
          label={t("Search views and columns")}
          value={search}
          onValueChange={setSearch}
        />
        {found ? (
          found.length === 0 ? (
            <p className="text-muted text-sm">{t("No view or column has this name.")}</p>
          ) : (
            <ul className="-mx-2 grid max-h-[34rem] grid-cols-1 overflow-y-auto">
              {found.map((view) => (
                <View key={view.name} view={view} open={term !== ""} />
              ))}
            </ul>
          )
        ) : error ? (
          <p role="alert" className="text-danger text-sm">
            {error.message}
          </p>
        ) : (
          <div className="grid gap-3">
            {[40, 32, 44, 36, 40].map((width, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
              <Skeleton key={i} style={{ width: `${width * 4}px` }} />
            ))}
          </div>
        )}
      </CardBody>
    </Card>
  );
}

function View({ view: { name, about, columns }, open }: { view: QueryView; open: boolean }) {
  return (
    <li className="relative">
      <CopyButton value={name} label={t("Copy {name}", { name })} className="absolute top-1 end-1" />
      <details open={open} className="rounded-md px-2 py-1 open:bg-sunken">
        <summary className="flex min-h-7 cursor-pointer items-center rounded-sm pe-8">
          <span className="truncate font-mono text-xs" title={about}>
            {name}
          </span>
        </summary>
        <p className="py-1 text-muted text-xs">{about}</p>
        <ul className="grid gap-0.5 pb-1">
          {columns.map((column) => (
            <li key={column.name} className="flex justify-between gap-3 font-mono text-xs">
              <span className="truncate">{column.name}</span>
              <span className="shrink-0 text-faint">
                {column.type.replace("timestamp(3) with", "timestamp with")}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
