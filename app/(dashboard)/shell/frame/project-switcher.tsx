"use client";

import { Check, ChevronsUpDown, FlaskConical, Plus, Trash2 } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useState } from "react";
import { useAddSample } from "@/app/(dashboard)/shell/sample/use-sample";
import { useSession } from "@/app/(dashboard)/shell/session";
import { leaveAfterConfirm } from "@/components/fields/unsaved";
import { numberText } from "@/components/format";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from "@/components/ui/command";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { may } from "@/lib/accounts/access/roles";
import type { Me, ProjectSummary } from "@/lib/accounts/schema";
import { t } from "@/lib/base/languages/texts";
import { foundByServerKeyword, rankCommand } from "./command-fits";
import { sameScreen } from "./menu-path";
import { useMyProjects } from "./own-projects";

/** Grouped by account; archived projects are last. */
function groupsOf({ accounts }: Me, projects: readonly ProjectSummary[], recent: readonly ProjectSummary[]) {
  const others = projects.filter((each) => !recent.some(({ id }) => id === each.id));
  const groups = accounts.map(({ id, name }) => ({
    key: String(id),
    heading: name,
    projects: others.filter((each) => each.account_id === id && !each.archived),
  }));
  // Projects of accounts in which the member has access to single projects only.
  const single = {
    key: "single",
    heading: accounts.length === 0 ? t("Your projects") : t("Other accounts"),
    projects: others.filter(
      (each) => !each.archived && !accounts.some((account) => account.id === each.account_id),
    ),
  };
  const archived = {
    key: "archived",
    heading: t("Archived"),
    projects: others.filter((each) => each.archived),
  };
  const lately = { key: "recent", heading: t("Recent"), projects: recent };
  return [lately, ...groups, single, archived].filter((group) => group.projects.length > 0);
}

export function ProjectSwitcher({ onChoose }: { onChoose?: () => void }) {
  const { me, project, account } = useSession();
  const router = useRouter();
  const path = usePathname();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const { shown, recent, left, isPart, isLoading } = useMyProjects(open ? text : "");
  const sample = useAddSample();
  const mayRestore = me?.accounts.some((each) => may(each.role, "projects.restore"));
  const mayCreate = me?.accounts.some((each) => may(each.role, "projects.create"));

  function change(isOpen: boolean) {
    setOpen(isOpen);
    setText("");
  }

  function go(href: string) {
    change(false);
    onChoose?.();
    leaveAfterConfirm(() => router.push(href));
  }

  if (!me) {
    return (
      <div className="flex h-11 shrink-0 items-center gap-2.5 px-2">
        <Skeleton className="size-6 rounded-md" />
        <Skeleton className="w-28" />
      </div>
    );
  }
  return (
    <Popover open={open} onOpenChange={change}>
      <PopoverTrigger className="flex h-11 w-full shrink-0 items-center gap-2.5 rounded-md px-2 text-start transition-colors hover:bg-hover data-[state=open]:bg-hover">
        <Avatar name={project?.name ?? "?"} square className="size-7" />
        <span className="grid min-w-0 flex-1 leading-tight">
          <span className="truncate font-medium text-sm">
            {project?.name ?? (me.project_count > 0 ? t("Choose a project") : t("No projects yet"))}
          </span>
          <span className="truncate text-faint text-xs">
            {!project || project.account_id === account?.id ? account?.name : null}
          </span>
        </span>
        <ChevronsUpDown className="size-3.5 shrink-0 text-faint" aria-hidden="true" />
        <span className="sr-only">{t("Change project")}</span>
      </PopoverTrigger>
      <PopoverContent aria-label={t("Projects")} className="w-72 p-0">
        <Command loop filter={rankCommand}>
          {me.project_count > 6 ? (
            <CommandInput
              value={text}
              onValueChange={setText}
              placeholder={t("Find a project")}
              aria-label={t("Find a project")}
            />
          ) : null}
          <CommandList>
            <CommandEmpty>{isLoading ? t("Searching…") : t("No projects found.")}</CommandEmpty>
            {groupsOf(me, shown, recent).map((group) => (
              <CommandGroup key={group.key} heading={group.heading}>
                {group.projects.map((one) => (
                  <CommandItem
                    key={one.id}
                    value={`${group.key} ${one.id}`}
                    keywords={isPart ? [foundByServerKeyword] : [one.name, one.slug]}
                    onSelect={() => go(sameScreen(path, one.id, window.location.search))}
                  >
                    <Avatar name={one.name} square />
                    <span className="min-w-0 flex-1 truncate">{one.name}</span>
                    {one.sample ? <Badge tone="accent">{t("Sample")}</Badge> : null}
                    {one.suspended ? <Badge tone="warning">{t("Suspended")}</Badge> : null}
                    {one.id === project?.id ? (
                      <Check className="text-accent" aria-label={t("Open now")} />
                    ) : null}
                  </CommandItem>
                ))}
              </CommandGroup>
            ))}
            {left > 0 ? (
              <p className="px-2 py-1.5 text-muted text-xs">
                {t("{left} more. Type a name to find them.", { left: numberText(left) })}
              </p>
            ) : null}
            {mayCreate ? (
              <CommandGroup className="mt-1 border-t pt-1">
                <CommandItem
                  value="new project"
                  keywords={[t("New project")]}
                  onSelect={() => go("/account/projects/new")}
                >
                  <Plus className="text-faint" />
                  {t("New project")}
                </CommandItem>
                {sample.account ? (
                  <CommandItem
                    value="sample project"
                    keywords={[t("Add a sample project")]}
                    disabled={sample.add.isPending}
                    onSelect={() => {
                      const { id } = sample.account!;
                      change(false);
                      onChoose?.();
                      leaveAfterConfirm(() => sample.add.mutate(id));
                    }}
                  >
                    <FlaskConical className="text-faint" />
                    {t("Add a sample project")}
                  </CommandItem>
                ) : null}
                {mayRestore ? (
                  <CommandItem
                    value="deleted projects"
                    keywords={[t("Deleted projects")]}
                    onSelect={() => go("/account/projects/deleted")}
                  >
                    <Trash2 className="text-faint" />
                    {t("Deleted projects")}
                  </CommandItem>
                ) : null}
              </CommandGroup>
            ) : null}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  );
}
