"use client";

import { Pencil, Plus, StickyNote, Trash2 } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { at, child } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import type { DayWindow } from "@/app/(dashboard)/shell/dates/window";
import { useRemoval } from "@/app/(dashboard)/shell/list/use-removal";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { lazyDialog } from "@/components/dialogs/lazy-dialog";
import { fullDay } from "@/components/format";
import { Button } from "@/components/ui/button";
import { GatedButton } from "@/components/ui/gated";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Tooltip } from "@/components/ui/tooltip";
import { useLastValue } from "@/components/use-last";
import { t } from "@/lib/base/languages/texts";
import type { Annotation } from "@/lib/reporting/annotations/schema";
import type { NoteDraft, NotesPath } from "./note-dialog";

const NoteDialog = lazyDialog(
  () => import("./note-dialog").then((module) => module.NoteDialog),
  ({ open }) => open,
);

export type DayNotes = {
  textsOf: (day: string) => string[];
  /** The marks above the drawing at each day with notes. */
  marks: { x: string; mark: ReactNode }[];
  /** The button that adds a note, with its dialog. */
  add: ReactNode;
};

/** Members' notes about days: a launch, an outage, a holiday. Every chart by day shows them. */
export function useDayNotes({ from, to }: DayWindow, today: string): DayNotes {
  const { id } = useProject();
  const path = at("/projects/:project/annotations", { project: id });
  const { data } = useGet(path, { staleTime: 60_000 });
  const reason = useMissingRoleText("annotations.write");
  const [draft, setDraft] = useState<NoteDraft | null>(null);
  const note = useLastValue(draft) ?? { id: null, day: today, text: "" };
  const ofDay = useMemo(() => {
    const days = new Map<string, Annotation[]>();
    for (const note of data?.annotations ?? [])
      if (note.day >= from && note.day <= to) days.set(note.day, [...(days.get(note.day) ?? []), note]);
    return days;
  }, [data, from, to]);
  return {
    textsOf: (day) => (ofDay.get(day) ?? []).map(({ text }) => text),
    marks: [...ofDay].map(([day, notes]) => ({
      x: day,
      mark: <NotesOfDay path={path} day={day} notes={notes} onEdit={reason ? undefined : setDraft} />,
    })),
    add: (
      <>
        <GatedButton
          reason={reason}
          variant="ghost"
          size="sm"
          onClick={() => setDraft({ id: null, day: today >= from && today <= to ? today : to, text: "" })}
        >
          <Plus className="size-3.5" />
          {t("Add note")}
        </GatedButton>
        <NoteDialog path={path} note={note} open={draft !== null} onClose={() => setDraft(null)} />
      </>
    ),
  };
}

type NotesOfDayProps = {
  path: NotesPath;
  day: string;
  notes: readonly Annotation[];
  /** Undefined for members with read access only. */
  onEdit: ((note: NoteDraft) => void) | undefined;
};

function NotesOfDay({ path, day, notes, onEdit }: NotesOfDayProps) {
  const [open, setOpen] = useState(false);
  const removal = useRemoval(path);
  const texts = notes.map(({ text }) => text);
  const remove = ({ id, text }: Annotation) => {
    setOpen(false);
    void removal(child(path, "/:id", { id }), {
      title: t("Delete this note?"),
      description: t("“{text}” disappears from every chart, for everyone in the project.", { text }),
      action: t("Delete note"),
      done: t("Note deleted"),
    });
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <Tooltip content={open ? null : texts.map((text) => <p key={text}>{text}</p>)}>
        <PopoverTrigger asChild>
          <button
            type="button"
            aria-label={t("{texts, plural, one {Note} other {Notes}} on {day}: {texts2}", {
              texts: texts.length,
              day: fullDay(day),
              texts2: texts.join("; "),
            })}
            className="grid size-6 place-items-center rounded-full border bg-raised text-accent shadow-xs hover:bg-sunken"
          >
            <StickyNote aria-hidden="true" className="size-3.5" />
          </button>
        </PopoverTrigger>
      </Tooltip>
      <PopoverContent
        align="center"
        aria-label={t("Notes on {day}", { day: fullDay(day) })}
        className="grid w-72 max-w-[calc(100vw-1rem)] gap-2"
      >
        <p className="text-muted text-xs">{fullDay(day)}</p>
        <ul className="grid gap-2">
          {notes.map((note) => (
            <li key={note.id} className="flex items-start gap-1">
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere">{note.text}</p>
                <p className="text-faint text-xs">{note.by}</p>
              </div>
              {onEdit ? (
                <>
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={t("Edit the note {text}", { text: note.text })}
                    onClick={() => {
                      setOpen(false);
                      onEdit(note);
                    }}
                  >
                    <Pencil />
                  </Button>
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={t("Delete the note {text}", { text: note.text })}
                    onClick={() => remove(note)}
                  >
                    <Trash2 />
                  </Button>
                </>
              ) : null}
            </li>
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  );
}
