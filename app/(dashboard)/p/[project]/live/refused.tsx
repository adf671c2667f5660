"use client";

import { ShieldCheck } from "lucide-react";
import { useCallback } from "react";
import { asking, at } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { KeysetBar } from "@/app/(dashboard)/keyset-bar";
import { NotLoaded } from "@/app/(dashboard)/p/[project]/settings/not-loaded";
import { useProject } from "@/app/(dashboard)/session";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { SearchBox } from "@/components/search-box";
import type { Column } from "@/components/table-state";
import { Card, CardHeader } from "@/components/ui/card";
import { urlText, useUrlState } from "@/components/use-url-state";
import { When } from "@/components/when";
import type { Rejections } from "@/lib/facts/rejections/schema";

type Rejection = Rejections["rejections"][number];

const codecs = { search: urlText(), before: urlText() };

/** What went wrong most often, and each of the last refusals. For those who mend the app. */
export function Refused() {
  const { id, time_zone: timeZone } = useProject();
  const path = at("/projects/:project/rejections", { project: id });
  const [address, setAddress] = useUrlState(codecs);
  const query = { search: address.search || undefined, before: address.before || undefined };
  const list = useGet(asking(path, query), { keep: true, refetchInterval: 5_000 });
  const search = useCallback((text: string) => setAddress({ search: text, before: "" }), [setAddress]);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Reasons onChoose={search} />
      <div className="grid grid-cols-1 gap-3">
        <DataTable
          label="Refused calls"
          columns={columns(timeZone)}
          rows={list.data?.rejections}
          rowId={(row) => row.id}
          error={list.error}
          onRetry={() => void list.refetch()}
          busy={list.isPlaceholderData}
          toolbar={
            <SearchBox
              value={address.search}
              onValueChange={search}
              label="Part of the reason"
              className="h-8 w-full sm:w-72"
            />
          }
          empty={
            <EmptyState
              icon={ShieldCheck}
              title={address.search ? "No reason like this" : "Nothing was refused"}
            >
              Calls that are not understood, and what comes before the user is known, stand here for 30 days.
            </EmptyState>
          }
        />
        <KeysetBar
          count={list.data?.rejections.length ?? 0}
          noun="refused calls"
          isFirst={address.before === ""}
          next={list.data?.next ?? null}
          onNewest={() => setAddress({ before: "" }, { push: true })}
          onOlder={(before) => setAddress({ before }, { push: true })}
        />
      </div>
    </div>
  );
}

function Reasons({ onChoose }: { onChoose: (reason: string) => void }) {
  const { id } = useProject();
  const { data, error, refetch } = useGet(at("/projects/:project/rejections/reasons", { project: id }), {
    refetchInterval: 15_000,
  });
  if (!data) return <NotLoaded error={error} retry={refetch} className="h-40" />;
  const most = data.reasons[0]?.count ?? 1;
  return (
    <Card>
      <CardHeader
        title="Why"
        description={
          data.reasons.length === 0
            ? `Nothing was refused in the last ${data.days} days.`
            : `Of the last ${data.days} days. The same reason is noted once a second at most, so this says what happens often, not how often exactly.`
        }
      />
      <ul className={data.reasons.length === 0 ? "hidden" : "divide-y border-t"}>
        {data.reasons.map(({ endpoint, reason, count, last_at }) => (
          <li key={`${endpoint} ${reason}`} className="relative px-5 py-2.5">
            <span
              aria-hidden="true"
              className="absolute inset-y-0 left-0 bg-danger-soft"
              style={{ width: `${(count / most) * 100}%` }}
            />
            <div className="relative flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
              <span className="num w-12 shrink-0 font-medium text-sm">{count.toLocaleString()}</span>
              <code className="font-mono text-muted text-xs">{endpoint}</code>
              <button
                type="button"
                onClick={() => onChoose(reason)}
                className="min-w-0 flex-1 basis-60 rounded-sm text-left text-sm hover:underline"
              >
                {reason}
              </button>
              <When at={last_at} className="text-muted text-xs" />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const columns = (timeZone: string): Column<Rejection>[] => [
  {
    id: "at",
    header: "When",
    fixed: true,
    cell: (row) => <When at={row.at} timeZone={timeZone} className="text-muted" />,
  },
  {
    id: "endpoint",
    header: "Call",
    cell: (row) => <code className="font-mono text-xs">{row.endpoint}</code>,
  },
  { id: "reason", header: "Why it was refused", cell: (row) => row.reason },
  {
    id: "hash",
    header: "Body",
    hint: "SHA-256 of what was sent. The same body has the same one; what was sent is not kept.",
    cell: (row) =>
      row.body_hash ? (
        <code className="font-mono text-muted text-xs" title={row.body_hash}>
          {row.body_hash.slice(0, 12)}
        </code>
      ) : (
        <span className="text-faint">–</span>
      ),
  },
];
