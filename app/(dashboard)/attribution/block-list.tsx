import { Ban, CircleStop, FileUp, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { EmptyState } from "@/components/empty-state";
import { rich } from "@/components/rich";
import { DataTable } from "@/components/table/data-table";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Badge } from "@/components/ui/badge";
import { GatedButton } from "@/components/ui/gated";
import { RowMenu } from "@/components/ui/row-menu";
import { When } from "@/components/ui/when";
import { blockKindLabels, type ShownBlockEntry } from "@/lib/attribution/blocks/schema";
import { t } from "@/lib/base/languages/texts";
import { countryName } from "@/lib/base/text/country-name";
import { networkLabel } from "@/lib/campaigns/networks";
import { AddBlockEntry, blockActionLabels } from "./block-entry-form";
import { BlockSheet } from "./block-sheet";

/** Publishers, networks, addresses and devices whose installs are flagged or not attributed. */
export function BlockList() {
  const path = at("/projects/:project/blocks", { project: useProject().id });
  const lacking = useMissingRoleText("blocks.write");
  const { data, error, refetch } = useGet(path);
  const refresh = useRefresh();
  const [adding, setAdding] = useState<"entry" | "sheet" | null>(null);
  const now = Date.now();
  const end = (entry: ShownBlockEntry) =>
    confirm({
      title: t("End the entry for {value}?", { value: entry.value }),
      description: t("Installs from now on are attributed as usual. Decided installs keep their decision."),
      action: t("End entry"),
      onConfirm: async () => {
        await mutate("POST", child(path, "/:id/end", { id: entry.id }));
        await refresh(path);
        toast.success(t("The entry has ended"));
      },
    });
  const remove = (entry: ShownBlockEntry) =>
    confirm({
      title: t("Delete the entry for {value}?", { value: entry.value }),
      description: t(
        "Decided installs keep their decision and its reason. If you attribute these days again, the entry no longer applies.",
      ),
      action: t("Delete entry"),
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", child(path, "/:id", { id: entry.id }));
        await refresh(path);
        toast.success(t("The entry was deleted"));
      },
    });
  const add = (
    <div className="flex flex-wrap gap-2">
      <GatedButton reason={lacking} onClick={() => setAdding("sheet")}>
        <FileUp />
        {t("Import")}
      </GatedButton>
      <GatedButton reason={lacking} variant="primary" onClick={() => setAdding("entry")}>
        <Plus />
        {t("Add entry")}
      </GatedButton>
    </div>
  );
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="max-w-prose">
          <h2 className="font-semibold text-base">{t("Block list")}</h2>
          <p className="text-muted text-sm">
            {t(
              "Flag or block installs by publisher, network, IP range, country, app version or system, or limit a publisher. Entries apply to installs from their start on.",
            )}
          </p>
        </div>
        {data && data.entries.length > 0 ? add : null}
      </div>
      <DataTable
        label={t("Block list")}
        columns={columnsOf({ now, end, remove, mayChange: !lacking })}
        rows={data?.entries}
        rowId={(entry) => String(entry.id)}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon={Ban} title={t("Nothing is blocked")} actions={add}>
            {t(
              "Add a publisher that sends clicks of no real people. To try an entry first, let it only flag.",
            )}
          </EmptyState>
        }
      />
      <AddBlockEntry path={path} open={adding === "entry"} onOpenChange={() => setAdding(null)} />
      <BlockSheet path={path} open={adding === "sheet"} onOpenChange={() => setAdding(null)} />
    </div>
  );
}

const valueText = ({ kind, value }: ShownBlockEntry) =>
  kind === "network" || kind === "server_clicks"
    ? networkLabel(value)
    : kind === "country"
      ? countryName(value)
      : value;

type Actions = {
  now: number;
  end: (entry: ShownBlockEntry) => void;
  remove: (entry: ShownBlockEntry) => void;
  mayChange: boolean;
};

const hasEnded = ({ ends_at }: ShownBlockEntry, now: number) =>
  ends_at !== null && Date.parse(ends_at) <= now;

const columnsOf = ({ now, end, remove, mayChange }: Actions): Column<ShownBlockEntry>[] => [
  {
    id: "source",
    header: t("Source"),
    cell: (entry) => (
      <span className="grid leading-snug">
        <span className="max-w-60 break-all font-medium">{valueText(entry)}</span>
        <span className="text-muted text-xs">
          {blockKindLabels[entry.kind]}
          {entry.network ? ` ${t("of {network}", { network: networkLabel(entry.network) })}` : ""}
        </span>
      </span>
    ),
  },
  {
    id: "action",
    header: t("Action"),
    cell: (entry) => (
      <span className="grid leading-snug">
        <span>{blockActionLabels[entry.action]}</span>
        {entry.max_installs === null ? null : (
          <span className="num text-muted text-xs">
            {t(
              "after {max_installs2, plural, one {# install} other {# installs}} {per_hours, plural, one {an hour} other {a day}}",
              { max_installs2: entry.max_installs, per_hours: entry.per_hours },
            )}
          </span>
        )}
      </span>
    ),
  },
  {
    id: "reason",
    header: t("Reason"),
    wide: true,
    cell: ({ reason, created_by }) => (
      <span className="grid max-w-80 leading-snug">
        <span className="break-words">{reason}</span>
        <span className="truncate text-muted text-xs">{t("by {created_by}", { created_by })}</span>
      </span>
    ),
  },
  {
    id: "period",
    header: t("Period"),
    cell: (entry) => (
      <span className="grid justify-items-start gap-0.5 text-muted text-xs leading-snug">
        {hasEnded(entry, now) ? (
          <Badge tone="neutral">{t("Ended")}</Badge>
        ) : Date.parse(entry.starts_at) > now ? (
          <Badge tone="outline">{t("Planned")}</Badge>
        ) : (
          <Badge tone="accent">{t("In force")}</Badge>
        )}
        <span>{rich("from {when}", { when: <When at={entry.starts_at} /> })}</span>
        {entry.ends_at ? <span>{rich("to {when}", { when: <When at={entry.ends_at} /> })}</span> : null}
      </span>
    ),
  },
  actionsColumn((entry) =>
    mayChange ? (
      <RowMenu
        of={entry.value}
        groups={[
          [
            {
              label: t("End"),
              icon: CircleStop,
              onSelect: () => end(entry),
              disabled: hasEnded(entry, now),
            },
            { label: t("Delete"), icon: Trash2, onSelect: () => remove(entry), destructive: true },
          ],
        ]}
      />
    ) : null,
  ),
];
