"use client";

import { ArrowRight, History } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { Dialog as Primitive } from "radix-ui";
import { type RefObject, useRef, useState } from "react";
import { useSession } from "@/app/(dashboard)/shell/session";
import { overlayStyle } from "@/components/dialogs/dialog";
import { useReturnFocus } from "@/components/dialogs/return-focus";
import { leaveAfterConfirm } from "@/components/fields/unsaved";
import { Avatar } from "@/components/ui/avatar";
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from "@/components/ui/command";
import { t } from "@/lib/base/languages/texts";
import { CommandActions } from "./command-actions";
import { CommandContents } from "./command-contents";
import { foundByServerKeyword, rankCommand } from "./command-fits";
import { CommandFound } from "./command-found";
import { sameScreen } from "./menu-path";
import { accountNav, isAccountPage, type NavEntry, navForRole, otherPages, projectNav } from "./nav";
import { useMyProjects } from "./own-projects";
import { readVisits, visibleVisits } from "./recent";

type CommandDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  text: string;
  setText: (text: string) => void;
  early: RefObject<string | null>;
};

/** Finds every page, action and content by name, and figures by a plain request, from anywhere. */
export function CommandDialog({ open, onOpenChange, text, setText, early }: CommandDialogProps) {
  const router = useRouter();
  const { project } = useSession();
  const [isLoading, setLoading] = useState(false);
  const { mark, onCloseAutoFocus } = useReturnFocus();
  const input = useRef<HTMLInputElement>(null);

  /** Selects the previous search text, so that the next letter replaces it. Early letters are kept. */
  const focusInput = (event: Event) => {
    event.preventDefault();
    const field = input.current;
    field?.focus();
    if (early.current) field?.setSelectionRange(field.value.length, field.value.length);
    else field?.select();
    early.current = null;
  };

  const close = () => {
    onOpenChange(false);
    setText("");
  };
  const go = (href: string) => {
    close();
    leaveAfterConfirm(() => router.push(href));
  };

  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <Primitive.Content
          onOpenAutoFocus={focusInput}
          onCloseAutoFocus={onCloseAutoFocus}
          aria-describedby={undefined}
          className="fixed top-[12dvh] left-1/2 z-50 w-[min(36rem,calc(100vw-1.5rem))] -translate-x-1/2 overflow-hidden rounded-xl border bg-floating shadow-lg outline-none data-[state=open]:animate-fade-in"
        >
          {mark}
          <Primitive.Title className="sr-only">{t("Search")}</Primitive.Title>
          <Command loop filter={rankCommand}>
            <CommandInput
              ref={input}
              value={text}
              onValueChange={setText}
              placeholder={t("Search, or paste a link or an ID…")}
              aria-label={t("Search")}
              className="h-11.5"
            />
            <CommandList className="max-h-[min(24rem,60dvh)]">
              <CommandEmpty>{isLoading ? t("Searching…") : t("No results")}</CommandEmpty>
              {text === "" ? <CommandRecent go={go} /> : null}
              {project ? <CommandContents project={project} text={text.trim()} go={go} /> : null}
              <CommandActions go={go} close={close} />
              <CommandScreens go={go} />
              <CommandProjects text={text} go={go} />
              <CommandFound text={text.trim()} onLoading={setLoading} go={go} />
            </CommandList>
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Recently opened pages are the most likely targets. */
function CommandRecent({ go }: { go: (href: string) => void }) {
  const { projects } = useSession();
  const path = usePathname();
  const visits = visibleVisits(readVisits(), path, projects);
  if (visits.length === 0) return null;
  return (
    <CommandGroup heading={t("Recent")}>
      {visits.map(({ href, title }) => (
        <CommandItem key={href} value={`recent ${href}`} onSelect={() => go(href)}>
          <History className="size-3.5! text-faint" />
          <span className="truncate">{title}</span>
        </CommandItem>
      ))}
    </CommandGroup>
  );
}

type Target = { label: string; parent?: string; about?: string; href: string };

function flatten(entries: readonly NavEntry[], parent?: string): Target[] {
  return entries.flatMap(({ label, href, about, children }) => [
    // An entry that opens its first child is only listed as that child.
    ...(children?.some((child) => child.href === href)
      ? []
      : [{ label, href, ...(parent ? { parent } : {}), ...(about ? { about } : {}) }]),
    ...flatten(children ?? [], label),
  ]);
}

/** The screens are known without a request. */
function CommandScreens({ go }: { go: (href: string) => void }) {
  const { project, account } = useSession();
  const groups = [
    ...(project ? navForRole(projectNav(project.id), project.role) : []),
    ...(account ? navForRole([accountNav, { entries: otherPages }], account.role) : []),
    ...(account ? [] : [{ entries: otherPages.filter(({ href }) => !isAccountPage(href)) }]),
  ];
  const targets = flatten(groups.flatMap((group) => group.entries));
  return (
    <CommandGroup heading={t("Screens")}>
      {targets.map((target) => (
        <CommandItem
          key={target.href}
          value={target.href}
          keywords={[target.label, target.parent ?? "", target.about ?? ""]}
          onSelect={() => go(target.href)}
        >
          <ArrowRight className="size-3.5! text-faint" />
          {target.parent ? <span className="text-muted">{target.parent} /</span> : null}
          {target.label}
        </CommandItem>
      ))}
    </CommandGroup>
  );
}

function CommandProjects({ text, go }: { text: string; go: (href: string) => void }) {
  const { me } = useSession();
  const path = usePathname();
  const { shown, recent, isPart } = useMyProjects(text);
  // Members with very many projects see only recently opened ones until they type.
  const projects = isPart && text.trim() === "" ? recent : shown;
  if (!me || me.project_count < 2 || projects.length === 0) return null;
  return (
    <CommandGroup heading={t("Projects")}>
      {projects.map((each) => (
        <CommandItem
          key={each.id}
          value={`project ${each.id}`}
          keywords={isPart ? [foundByServerKeyword] : [each.name]}
          onSelect={() => go(sameScreen(path, each.id))}
        >
          <Avatar name={each.name} square />
          <span className="truncate">{each.name}</span>
        </CommandItem>
      ))}
    </CommandGroup>
  );
}
