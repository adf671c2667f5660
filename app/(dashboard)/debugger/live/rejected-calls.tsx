"use client";

import { ShieldCheck } from "lucide-react";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { noValueDash } from "@/app/(dashboard)/shell/facts/fact-cells";
import { List } from "@/app/(dashboard)/shell/list/list";
import { choiceFilter, searchFilter } from "@/app/(dashboard)/shell/list/list-filters";
import { listScreen } from "@/app/(dashboard)/shell/list/list-screen";
import { useList } from "@/app/(dashboard)/shell/list/list-state";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { numberText } from "@/components/format";
import { Card, CardHeader } from "@/components/ui/card";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";

const useReasons = () =>
  useGet(at("/projects/:project/rejections/reasons", { project: useProject().id }), {
    refetchInterval: 15_000,
  });

function useEndpoints() {
  const { data } = useReasons();
  const names = [...new Set(data?.reasons.map(({ endpoint }) => endpoint))];
  return names.sort().map((value) => ({ value, label: value }));
}

const refused = listScreen({
  path: "/projects/:project/rejections",
  rows: "rejections",
  one: t("rejected call"),
  many: t("rejected calls"),
  title: t("Rejected"),
  description: t("Calls from your apps that were rejected, and why."),
  at: "at",
  columns: [
    {
      id: "endpoint",
      header: t("Call"),
      wide: true,
      cell: (row) => <code className="font-mono text-xs">{row.endpoint}</code>,
    },
    {
      id: "reason",
      header: t("Reason"),
      cell: (row) => <span className="block max-sm:max-w-54">{row.reason}</span>,
    },
    {
      id: "hash",
      header: t("Body"),
      hint: t("SHA-256 of the body. Identical bodies have the same hash. The body itself isn't stored."),
      wide: true,
      cell: ({ body_hash: hash }) =>
        hash ? (
          <code className="font-mono text-muted text-xs" title={hash}>
            {hash.slice(0, 12)}
          </code>
        ) : (
          noValueDash
        ),
    },
  ],
  filters: { search: searchFilter(t("Search reasons")), endpoint: choiceFilter(t("Call"), useEndpoints) },
  empty: {
    icon: ShieldCheck,
    title: t("No rejected calls"),
    text: t("Invalid calls, and calls that arrive before the user is known, are listed here for 30 days."),
  },
});

/** The most frequent errors and the latest rejected calls, for app developers. */
export function RejectedCalls() {
  const address = at("/projects/:project/rejections", { project: useProject().id });
  const { filter } = useList(refused);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Reasons onChoose={(search) => filter({ search })} />
      <List screen={refused} address={address} refetchInterval={5_000} />
    </div>
  );
}

function Reasons({ onChoose }: { onChoose: (reason: string) => void }) {
  const { data, error, refetch } = useReasons();
  if (!data) return <NotLoaded error={error} retry={refetch} className="h-40" />;
  const max = data.reasons[0]?.count ?? 1;
  return (
    <Card>
      <CardHeader
        title={t("Why")}
        description={
          data.reasons.length === 0
            ? t("No calls were rejected in the last {days} days.", { days: data.days })
            : t(
                "From the last {days} days. Each reason is logged at most once a second, so counts show frequency, not exact totals.",
                { days: data.days },
              )
        }
      />
      <ul className={data.reasons.length === 0 ? "hidden" : "divide-y border-t"}>
        {data.reasons.map(({ endpoint, reason, count, last_at }) => (
          <li key={`${endpoint} ${reason}`} className="relative px-5 py-2.5">
            <span
              aria-hidden="true"
              className="absolute inset-y-0 start-0 bg-danger-soft"
              style={{ width: `${(count / max) * 100}%` }}
            />
            <div className="relative flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
              <span className="num w-12 shrink-0 font-medium text-sm">{numberText(count)}</span>
              <code className="font-mono text-muted text-xs">{endpoint}</code>
              <button
                type="button"
                onClick={() => onChoose(reason)}
                className="min-w-0 flex-1 basis-60 rounded-sm text-start text-sm hover:underline"
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
