"use client";

import { Download, SearchX, UserRound } from "lucide-react";
import { useCallback } from "react";
import { type Address, asking, urlOf, within } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { useProject } from "@/app/(dashboard)/session";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { SearchBox } from "@/components/search-box";
import { type Column, tableCodecs } from "@/components/table-state";
import { Button } from "@/components/ui/button";
import { urlText, useUrlState } from "@/components/use-url-state";
import { When } from "@/components/when";
import { networkOfCode } from "@/lib/campaigns/networks";
import type { AttributedUser } from "@/lib/reporting/attributed-users/schema";

const codecs = { ...tableCodecs("", 25), search: urlText() };
const none = <span className="text-faint">–</span>;

function columnsIn(timeZone: string): Column<AttributedUser>[] {
  const time = (at: string | null) =>
    at ? <When at={at} timeZone={timeZone} className="text-muted" /> : none;
  const words = (text: string | null) =>
    text ? <span className="block max-w-52 truncate">{text}</span> : none;
  return [
    {
      id: "user",
      header: "User",
      fixed: true,
      cell: ({ id, name, email }) => (
        <div className="grid grid-cols-1 leading-snug sm:max-w-64">
          <span className="truncate font-medium">{name ?? email ?? id}</span>
          <code className="truncate font-mono text-faint text-xs">{id}</code>
        </div>
      ),
    },
    {
      id: "attributed",
      header: "Attributed",
      hint: "When both the user and the campaign of the install were known.",
      cell: (user) => time(user.attributed_at),
    },
    { id: "installed", header: "Installed", cell: (user) => time(user.installed_at) },
    { id: "clicked", header: "Clicked", cell: (user) => time(user.store_click_at) },
    {
      id: "network",
      header: "Network",
      cell: ({ network }) => (network ? (networkOfCode(network)?.label ?? network) : none),
    },
    { id: "ad_set", header: "Ad set", cell: (user) => words(user.ad_set_name) },
    { id: "ad", header: "Creative", cell: (user) => words(user.ad_creative_name) },
    { id: "email", header: "E-mail", hidden: true, cell: (user) => words(user.email) },
    { id: "phone", header: "Phone", hidden: true, cell: (user) => words(user.phone) },
  ];
}

type AttributedUsersProps = {
  path: Address<"/projects/:project/campaigns/:campaign/attributed-users">;
};

/** Who the campaign brought, newest first. */
export function AttributedUsers({ path }: AttributedUsersProps) {
  const { time_zone: timeZone } = useProject();
  const [address, setAddress] = useUrlState(codecs);
  const { search, page, limit } = address;
  const filter = search ? { search } : {};
  const { data, error, refetch, isPlaceholderData } = useGet(asking(path, { ...filter, page, limit }), {
    keep: true,
  });
  const find = useCallback((text: string) => setAddress({ search: text, page: 1 }), [setAddress]);
  const nobody = data?.pagination.total === 0 && search === "" && !isPlaceholderData;
  return (
    <section className="grid grid-cols-1 gap-3" aria-labelledby="attributed-users">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="attributed-users" className="font-semibold text-base">
          Attributed users
        </h2>
        {nobody ? null : (
          <Button asChild size="sm">
            <a href={urlOf(asking(within(path, "/export.csv"), filter))} download>
              <Download className="size-3.5" />
              Export CSV
            </a>
          </Button>
        )}
      </div>
      <DataTable
        label="Users"
        columns={columnsIn(timeZone)}
        rows={data?.users}
        rowId={(user) => user.id}
        state={address}
        onStateChange={setAddress}
        total={data?.pagination.total}
        busy={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        toolbar={
          nobody ? null : (
            <SearchBox
              value={search}
              onValueChange={find}
              label="Search users"
              className="h-8 w-full sm:w-64"
            />
          )
        }
        empty={
          search !== "" ? (
            <EmptyState
              icon={SearchX}
              title="No user matches"
              actions={<Button onClick={() => find("")}>Clear the search</Button>}
            >
              Ids, names, e-mail addresses and phone numbers are searched.
            </EmptyState>
          ) : data && data.pagination.total > 0 ? (
            <EmptyState
              icon={SearchX}
              title="Nothing on this page"
              actions={<Button onClick={() => setAddress({ page: 1 })}>To the first page</Button>}
            >
              The list is shorter than that.
            </EmptyState>
          ) : (
            <EmptyState icon={UserRound} title="Nobody yet">
              People stand here once the app has said who they are, on an install that this campaign brought.
            </EmptyState>
          )
        }
      />
    </section>
  );
}
