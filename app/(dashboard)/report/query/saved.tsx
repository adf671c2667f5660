"use client";

import { Bookmark, Check, ChevronDown, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useRemoval } from "@/app/(dashboard)/shell/list/use-removal";
import { cn } from "@/components/cn";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { quoted } from "@/components/quoted";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { t } from "@/lib/base/languages/texts";
import { type SavedQuery, savedQueryInput } from "@/lib/data-access/saved-queries/schema";

type Address = ApiAddress<"/projects/:project/queries">;

type SavedQueriesProps = {
  path: Address;
  queries: readonly SavedQuery[] | undefined;
  current: SavedQuery | undefined;
  onOpen: (query: SavedQuery) => void;
};

/** The project's saved queries. */
export function SavedQueries({ path, queries, current, onOpen }: SavedQueriesProps) {
  const [open, setOpen] = useState(false);
  const removal = useRemoval(path);
  function remove({ id, name, by }: SavedQuery) {
    setOpen(false);
    void removal(child(path, "/:id", { id }), {
      title: t("Delete the query “{name}”?", { name }),
      description: t("Everyone in the project can use it. {by} saved it last. No data is lost.", { by }),
      action: t("Delete query"),
      done: t("{name} was deleted", { name: quoted(name) }),
    });
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button className="max-w-64">
          <Bookmark className="text-faint" />
          <span className="truncate">{current?.name ?? t("Saved queries")}</span>
          <ChevronDown className="size-3.5! text-faint" />
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label={t("Saved queries")}
        className="grid w-80 max-w-[calc(100vw-1rem)] p-1"
      >
        {queries === undefined || queries.length === 0 ? (
          <p className="px-2.5 py-3 text-muted text-sm">
            {t("No saved queries yet. Everyone in the project who may run queries sees the saved ones.")}
          </p>
        ) : (
          <ul className="grid max-h-80 overflow-y-auto">
            {queries.map((query) => (
              <li key={query.id} className="flex items-center gap-1 rounded-md pe-1 hover:bg-hover">
                <button
                  type="button"
                  aria-current={query.id === current?.id ? "true" : undefined}
                  className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2.5 py-1 text-start"
                  onClick={() => {
                    setOpen(false);
                    onOpen(query);
                  }}
                >
                  <Check
                    aria-hidden="true"
                    className={cn("size-3.5 shrink-0 text-accent", query.id !== current?.id && "invisible")}
                  />
                  <span className="grid min-w-0">
                    <span className="truncate">{query.name}</span>
                    <span className="truncate text-faint text-xs">{query.by}</span>
                  </span>
                </button>
                <Button
                  variant="ghost"
                  size="icon-sm"
                  aria-label={t("Delete the query {name}", { name: query.name })}
                  onClick={() => remove(query)}
                >
                  <Trash2 />
                </Button>
              </li>
            ))}
          </ul>
        )}
      </PopoverContent>
    </Popover>
  );
}

const input = savedQueryInput.pick({ name: true });

type SaveQueryProps = {
  path: Address;
  queries: readonly SavedQuery[];
  current: SavedQuery | undefined;
  sql: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: (query: SavedQuery) => void;
};

/** Saves the query under a name. The name of a saved query replaces that one. */
export function SaveQuery({ path, queries, current, sql, open, onOpenChange, onSaved }: SaveQueryProps) {
  const refresh = useRefresh();
  const form = useSchemaForm(input, { values: { name: current?.name ?? "" } });
  const name = form.watch("name").trim().toLowerCase();
  const replaced = queries.find((query) => query.name.toLowerCase() === name);
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Save this query")}
      description={t(
        "Everyone in the project who may run queries can open it. Values of placeholders are not saved.",
      )}
      form={form}
      submit={replaced ? t("Replace query") : t("Save query")}
      onSubmit={async ({ name: newName }) => {
        const body = { name: newName, sql };
        const { query } = replaced
          ? await mutate("PUT", child(path, "/:id", { id: replaced.id }), body)
          : await mutate("POST", path, body);
        await refresh(path);
        toast.success(t("{newName} was saved", { newName: quoted(newName) }));
        onSaved(query);
      }}
    >
      <TextField
        form={form}
        name="name"
        label={t("Name")}
        hint={replaced ? t("Replaces the query “{name}”.", { name: replaced.name }) : undefined}
        placeholder={t("Installs by day and network")}
      />
    </FormDialog>
  );
}
