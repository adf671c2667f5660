"use client";

import { Plus, Send } from "lucide-react";
import { useRouter } from "next/navigation";
import { DestinationProblem } from "@/app/(dashboard)/outbound/destinations/destination-problem";
import { KindCards } from "@/app/(dashboard)/outbound/destinations/kind-cards";
import { KindTile } from "@/app/(dashboard)/outbound/destinations/kind-tile";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { destinationStatus } from "@/app/(dashboard)/shell/facts/delivery-labels";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { GatedLink } from "@/components/ui/gated";
import { t } from "@/lib/base/languages/texts";
import type { ShownDestination } from "@/lib/outbound/destinations/schema";

export default function DestinationsPage() {
  const { id } = useProject();
  const router = useRouter();
  const base = `/p/${id}/destinations`;
  const path = at("/projects/:project/destinations", { project: id });
  const { data, error, refetch } = useGet(path, { refetchInterval: 15_000 });
  const reason = useMissingRoleText("destinations.write");
  const isEmpty = data?.destinations.length === 0;
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title={t("Destinations")}
        description={t(
          "Ad networks, affiliates and your own servers that receive installs, events and payments. Counts cover the last 7 days.",
        )}
        actions={
          data && !isEmpty ? (
            <GatedLink reason={reason} variant="primary" href={`${base}/new`}>
              <Plus />
              {t("Add destination")}
            </GatedLink>
          ) : null
        }
      />
      {isEmpty ? (
        <Start base={base} reason={reason} />
      ) : (
        <>
          {data?.destinations.map((destination) => (
            <DestinationProblem key={destination.id} destination={destination} isNamed />
          ))}
          <DataTable
            label={t("Destinations")}
            columns={columns(base)}
            rows={data?.destinations}
            rowId={(row) => String(row.id)}
            onRowOpen={(row) => router.push(`${base}/${row.id}`)}
            error={error}
            onRetry={() => void refetch()}
            empty={null}
          />
        </>
      )}
    </div>
  );
}

/** No destinations yet: explains their use, and lists the possible kinds. */
function Start({ base, reason }: { base: string; reason: string | undefined }) {
  const { id } = useProject();
  const { data, error, refetch } = useGet(at("/projects/:project/destinations/kinds", { project: id }), {
    staleTime: 600_000,
  });
  return (
    <>
      <Card>
        <EmptyState icon={Send} title={t("No destinations yet")} className="py-8">
          {t(
            "Send conversions back to the networks you advertise on, so they can optimize for users who stay and pay. {reason}",
            {
              reason: reason
                ? `${reason}.`
                : t("Each destination starts as a dry run: you see the payloads before anything is sent."),
            },
          )}
        </EmptyState>
      </Card>
      {reason ? null : data ? (
        <KindCards data={data} base={`${base}/new`} />
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-80" />
      )}
    </>
  );
}

const count = (value: number) => (value === 0 ? <span className="text-faint">0</span> : numberText(value));

const days = t("In the last 7 days.");

const columns = (base: string): Column<ShownDestination>[] => [
  {
    id: "name",
    header: t("Destination"),
    fixed: true,
    cell: (row) => (
      <span className="flex items-center gap-3">
        <KindTile label={row.kind_label} className="max-sm:hidden" />
        <span className="grid min-w-0 leading-snug">
          <IntentLink
            href={`${base}/${row.id}`}
            className="block max-w-64 truncate rounded-sm font-medium max-sm:max-w-36 hover:underline"
          >
            {row.name}
          </IntentLink>
          <span className="truncate text-muted text-xs">{row.kind_label}</span>
        </span>
      </span>
    ),
  },
  {
    id: "mode",
    header: t("State"),
    cell: (row) => (
      <Badge tone={destinationStatus(row).tone} dot>
        {destinationStatus(row).label}
      </Badge>
    ),
  },
  { id: "sent", header: t("Sent"), hint: days, align: "end", cell: ({ recent }) => count(recent.sent) },
  {
    id: "waiting",
    header: t("Waiting"),
    hint: t("Not sent yet. {days}", { days }),
    align: "end",
    cell: ({ recent }) => count(recent.waiting),
  },
  {
    id: "skipped",
    header: t("Skipped"),
    hint: t("No consent, no identifier, a filter or a fraud rule. {days}", { days }),
    align: "end",
    cell: ({ recent }) => count(recent.skipped + recent.withheld),
  },
  {
    id: "dead",
    header: t("Failed"),
    hint: t("Rejected, or failed after all retries. {days}", { days }),
    align: "end",
    cell: ({ recent: { dead } }) =>
      dead > 0 ? <span className="text-danger">{numberText(dead)}</span> : count(0),
  },
  {
    id: "dry",
    header: t("Dry run"),
    hint: t("Prepared, but not sent. {days}", { days }),
    align: "end",
    wide: true,
    cell: ({ recent }) => count(recent.dry),
  },
];
