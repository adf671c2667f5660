"use client";

import {
  Archive,
  ArchiveRestore,
  CalendarClock,
  CircleStop,
  Pause,
  Pencil,
  Play,
  Tag,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import {
  CampaignScheduleDialog,
  type CampaignScheduleInput,
} from "@/app/(dashboard)/campaigns/schedule/schedule-dialog";
import { type BodyOf, child, mutate, type ResponseOf } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { confirm } from "@/components/dialogs/confirm";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import { EditMany, type ManyChanges } from "./edit-many";
import { statusUndoMs } from "./status-switch";
import type { CampaignsAddress } from "./table-address";
import { TagMenu } from "./tag-menu";
import { deletionHint } from "./use-delete-campaign";

type Action = BodyOf<"/projects/:project/campaigns/bulk", "POST">["action"];
type Chosen = Pick<BodyOf<"/projects/:project/campaigns/bulk", "POST">, "ids" | "matching">;
type BulkChange = { action: Action; tag?: string; changes?: ManyChanges };
type Changed = ResponseOf<"/projects/:project/campaigns/bulk", "POST">;

const campaigns = (count: number) => t("{count, plural, one {# campaign} other {# campaigns}}", { count });
const past = (campaigns: string) =>
  ({
    activate: t("{campaigns} activated", { campaigns }),
    deactivate: t("{campaigns} paused", { campaigns }),
    delete: t("{campaigns} deleted", { campaigns }),
    tag: t("{campaigns} tagged", { campaigns }),
    untag: t("{campaigns} untagged", { campaigns }),
    schedule: t("{campaigns} scheduled", { campaigns }),
    edit: t("{campaigns} edited", { campaigns }),
    archive: t("{campaigns} archived", { campaigns }),
    restore: t("{campaigns} restored", { campaigns }),
  }) satisfies Record<Action, string>;
const opposites = {
  activate: "deactivate",
  deactivate: "activate",
  tag: "untag",
  untag: "tag",
  archive: "restore",
  restore: "archive",
} as const;

const doneText = (action: Action, changed: number) =>
  changed === 0 ? t("No campaigns needed changing") : past(campaigns(changed))[action];

const meanings = {
  activate: t("Their clicks are counted."),
  deactivate: t("Their clicks are logged but not counted. Their links use the destination of ended links."),
  archive: t("They are paused, and hidden from this list."),
  restore: t("They stay paused until you activate them."),
};

/** Undo is offered for at most this many different schedules. */
const maxUndone = 10;

type BulkActionsProps = {
  path: CampaignsAddress;
  chosen: Chosen;
  /** The list shows archived campaigns. */
  archived: boolean;
  onDone: () => void;
};

export function BulkActions({ path, chosen, archived, onDone }: BulkActionsProps) {
  const refresh = useRefresh();
  const count = chosen.matching?.count ?? chosen.ids?.length ?? 0;

  async function change({ action, tag, changes }: BulkChange, which = chosen) {
    const tags = { ...(tag === undefined ? {} : { tags: [tag] }), ...(changes ? { changes } : {}) };
    try {
      const answer = await mutate("POST", child(path, "/bulk"), { ...which, action, ...tags });
      onDone();
      return answer;
    } finally {
      // Also after a failure, because the list may have changed.
      await refresh(path);
    }
  }
  const act = useAction<BulkChange, Changed>(async (input) => {
    const answer = await change(input);
    announce(input, answer);
    return answer;
  });
  const undo = useAction<BulkChange & { ids: number[]; active: number[] }, Changed>(
    async ({ ids, active, ...input }) => {
      const answer = await change(input, { ids });
      // A restored campaign stays paused.
      if (active.length > 0) await change({ action: "activate" }, { ids: active });
      return answer;
    },
    {
      done: ({ changed }, { action }) => doneText(action, changed),
    },
  );

  function announce({ action, tag }: BulkChange, { changed, ids, previously_active: active = [] }: Changed) {
    const back = Object.hasOwn(opposites, action) ? opposites[action as keyof typeof opposites] : null;
    toast.success(doneText(action, changed), {
      duration: statusUndoMs,
      ...(changed === 0 || back === null
        ? {}
        : {
            description: tag ?? meanings[action as keyof typeof meanings],
            action: {
              label: t("Undo"),
              onClick: () =>
                undo.mutate({ action: back, ids, active, ...(tag === undefined ? {} : { tag }) }),
            },
          }),
    });
  }

  const [scheduling, setScheduling] = useState(false);
  const setSchedule = async (schedule: CampaignScheduleInput, which = chosen) => {
    try {
      return await mutate("POST", child(path, "/bulk"), { ...which, action: "schedule", schedule });
    } finally {
      await refresh(path);
    }
  };
  const putBack = useAction<NonNullable<Changed["before"]>, undefined>(async (before) => {
    for (const { ids, ...schedule } of before) await setSchedule(schedule, { ids });
    toast.success(t("Schedules put back"));
    return undefined;
  });
  const schedule = async (input: CampaignScheduleInput) => {
    const { changed, before = [] } = await setSchedule(input);
    onDone();
    toast.success(doneText("schedule", changed), {
      duration: statusUndoMs,
      ...(changed === 0 || before.length > maxUndone
        ? {}
        : { action: { label: t("Undo"), onClick: () => putBack.mutate(before) } }),
    });
  };

  const [editing, setEditing] = useState(false);
  const archive = () =>
    confirm({
      title: archived
        ? t("Restore {count}?", { count: campaigns(count) })
        : t("Archive {count}?", { count: campaigns(count) }),
      description: archived
        ? meanings.restore
        : t("{archive} Their figures stay in reports.", { archive: meanings.archive }),
      action: archived
        ? t("Restore {campaigns}", { campaigns: campaigns(count) })
        : t("Archive {campaigns}", { campaigns: campaigns(count) }),
      onConfirm: async () => {
        const input = { action: archived ? "restore" : "archive" } as const;
        announce(input, await change(input));
      },
    });
  const end = () =>
    confirm({
      title: t("End {count} now?", { count: campaigns(count) }),
      description: t("Their links use the destination of ended links, and their clicks aren't counted."),
      action: t("End {count}", { count: campaigns(count) }),
      onConfirm: () => schedule({ ends_at: new Date().toISOString() }),
    });
  const remove = () =>
    confirm({
      title: t("Delete {count}?", { count: campaigns(count) }),
      description: t("{deletionHint} Until then, their links use the destination of ended links.", {
        deletionHint,
      }),
      action: t("Delete {count}", { count: campaigns(count) }),
      destructive: true,
      onConfirm: async () => toast.success(doneText("delete", (await change({ action: "delete" })).changed)),
    });

  const button = (action: "activate" | "deactivate", label: string, Icon: typeof Play) => (
    <Button
      size="sm"
      loading={act.isPending && act.variables?.action === action}
      disabled={act.isPending}
      onClick={() => act.mutate({ action })}
    >
      <Icon className="size-3.5" />
      {label}
    </Button>
  );

  return (
    <>
      {button("activate", t("Activate"), Play)}
      {button("deactivate", t("Pause"), Pause)}
      <TagMenu
        path={path}
        label={t("Add tag…")}
        icon={Tag}
        mayAdd
        disabled={act.isPending}
        onChoose={(tag) => act.mutate({ action: "tag", tag })}
      />
      <TagMenu
        path={path}
        label={t("Remove tag…")}
        icon={Tag}
        disabled={act.isPending}
        onChoose={(tag) => act.mutate({ action: "untag", tag })}
      />
      <Button size="sm" disabled={act.isPending} onClick={() => setScheduling(true)}>
        <CalendarClock className="size-3.5" />
        {t("Schedule…")}
      </Button>
      <CampaignScheduleDialog
        of={campaigns(count)}
        open={scheduling}
        onOpenChange={setScheduling}
        onSchedule={schedule}
      />
      <Button size="sm" disabled={act.isPending} onClick={end}>
        <CircleStop className="size-3.5" />
        {t("End")}
      </Button>
      <Button size="sm" disabled={act.isPending} onClick={() => setEditing(true)}>
        <Pencil className="size-3.5" />
        {t("Edit…")}
      </Button>
      <EditMany
        of={campaigns(count)}
        open={editing}
        onOpenChange={setEditing}
        onEdit={async (changes) => announce({ action: "edit" }, await change({ action: "edit", changes }))}
      />
      <Button size="sm" disabled={act.isPending} onClick={archive}>
        {archived ? <ArchiveRestore className="size-3.5" /> : <Archive className="size-3.5" />}
        {archived ? t("Restore") : t("Archive")}
      </Button>
      <Button size="sm" variant="danger-ghost" disabled={act.isPending} onClick={remove}>
        <Trash2 className="size-3.5" />
        {t("Delete")}
      </Button>
    </>
  );
}
