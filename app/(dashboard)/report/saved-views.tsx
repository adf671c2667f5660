"use client";

import { Bookmark, CalendarClock, Check, ChevronDown, Plus, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { at, child } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useRemoval } from "@/app/(dashboard)/shell/list/use-removal";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { lazyDialog } from "@/components/dialogs/lazy-dialog";
import { IntentLink } from "@/components/intent-link";
import { quoted } from "@/components/quoted";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { GatedButton } from "@/components/ui/gated";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import type { ShownReport } from "@/lib/alerts/reports/schema";
import { t } from "@/lib/base/languages/texts";
import type { SavedView } from "@/lib/reporting/views/schema";
import { isSameView } from "./view-address";

const ReportScheduleDialog = dynamic(
  () =>
    import("@/app/(dashboard)/shell/alerts/schedule-dialog").then((module) => module.ReportScheduleDialog),
  { ssr: false },
);
const SaveView = lazyDialog(
  () => import("./save-view").then((module) => module.SaveView),
  ({ open }) => open,
);

/** The member's saved views and the shared ones. `sent` is the current report, for scheduled emails. */
export function SavedViews({ sent }: { sent: ShownReport }) {
  const { id, name } = useProject();
  const path = at("/projects/:project/report/views", { project: id });
  const address = useSearchParams();
  const [open, setOpen] = useState(false);
  const [saving, setSaving] = useState(false);
  const [mailing, setMailing] = useState(false);
  const lacking = useMissingRoleText("alerts.write");
  const { data, error } = useGet(path, { staleTime: 60_000 });
  const removal = useRemoval(path);
  const mayRemoveAll = useMissingRoleText("views.remove") === undefined;
  const current = data?.views.find(({ query }) => isSameView(query, address));
  function remove({ id: view, name, shared }: SavedView) {
    setOpen(false);
    void removal(child(path, "/:id", { id: view }), {
      title: t("Delete the view “{name}”?", { name }),
      description: shared
        ? t("It's deleted for everyone in the project. No data is lost.")
        : t("No data is lost."),
      action: t("Delete view"),
      done: t("{name} was deleted", { name: quoted(name) }),
    });
  }
  return (
    <>
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button size="sm" variant="ghost" className="ms-auto max-w-56">
            <Bookmark className="size-3.5" />
            <span className="truncate">{current?.name ?? t("Views")}</span>
            <ChevronDown className="size-3.5! text-faint" />
          </Button>
        </PopoverTrigger>
        <PopoverContent
          align="end"
          aria-label={t("Saved views")}
          className="grid w-80 max-w-[calc(100vw-1rem)] p-1"
        >
          {data ? (
            data.views.length === 0 ? (
              <p className="px-2.5 py-3 text-muted text-sm">
                {t("No saved views yet. Save columns, filters, dates and sorting under a name.")}
              </p>
            ) : (
              <ul className="grid max-h-80 overflow-y-auto">
                {data.views.map((view) => (
                  <li key={view.id} className="flex items-center gap-1 rounded-md pe-1 hover:bg-hover">
                    <IntentLink
                      href={`/p/${id}/report${view.query === "" ? "" : `?${view.query}`}`}
                      onClick={() => setOpen(false)}
                      aria-current={view === current ? "true" : undefined}
                      className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2.5 py-1"
                    >
                      <Check
                        aria-hidden="true"
                        className={cn("size-3.5 shrink-0 text-accent", view !== current && "invisible")}
                      />
                      <span className="grid min-w-0">
                        <span className="truncate">{view.name}</span>
                        {view.own ? null : (
                          <span className="truncate text-faint text-xs">
                            {t("Shared by {by}", { by: view.by || "somebody" })}
                          </span>
                        )}
                      </span>
                      {view.own && view.shared ? <Badge className="ms-auto">{t("Shared")}</Badge> : null}
                    </IntentLink>
                    {view.own || mayRemoveAll ? (
                      <Button
                        variant="ghost"
                        size="icon-sm"
                        aria-label={t("Delete the view {name}", { name: view.name })}
                        onClick={() => remove(view)}
                      >
                        <Trash2 />
                      </Button>
                    ) : null}
                  </li>
                ))}
              </ul>
            )
          ) : error ? (
            <p role="alert" className="px-2.5 py-3 text-danger text-sm">
              {error.message}
            </p>
          ) : (
            <div className="grid gap-2 p-2.5">
              <Skeleton className="w-40" />
              <Skeleton className="w-28" />
            </div>
          )}
          <div className="mt-1 border-t pt-1">
            <Button
              variant="ghost"
              size="sm"
              className="w-full justify-start"
              onClick={() => {
                setOpen(false);
                setSaving(true);
              }}
            >
              <Plus className="size-3.5" />
              {t("Save this view")}
            </Button>
            <GatedButton
              reason={lacking}
              variant="ghost"
              size="sm"
              className="w-full justify-start"
              onClick={() => {
                setOpen(false);
                setMailing(true);
              }}
            >
              <CalendarClock className="size-3.5" />
              {t("Send by schedule…")}
            </GatedButton>
          </div>
        </PopoverContent>
      </Popover>
      <SaveView
        path={path}
        views={data?.views ?? []}
        current={current?.own ? current : null}
        open={saving}
        onOpenChange={setSaving}
      />
      {mailing ? (
        <ReportScheduleDialog
          title={current?.name ?? t("{name}: report", { name })}
          shown={sent}
          schedule={null}
          onClose={() => setMailing(false)}
        />
      ) : null}
    </>
  );
}
