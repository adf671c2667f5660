"use client";

import { ArrowRight, Scale } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog as Primitive } from "radix-ui";
import { useEffect, useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from "@/components/ui/command";
import { overlayStyle } from "@/components/ui/dialog";
import { accountNav, type NavEntry, otherPages, projectNav } from "./nav";
import { useSession } from "./session";

type Target = { label: string; within?: string; href: string };

function flatten(entries: readonly NavEntry[], within?: string): Target[] {
  return entries.flatMap(({ label, href, children }) => [
    { label, href, ...(within ? { within } : {}) },
    ...flatten(children ?? [], label),
  ]);
}

/** Too long for the beginning of a screen's name, or with what names do not have. */
const looksLikeId = (text: string) => /^\S{3,256}$/.test(text.trim()) && /\d|[-_@]|^.{12}/.test(text);

/** Everything that has an address, by its name, from anywhere. */
export function CommandMenu({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const router = useRouter();
  const { me, project } = useSession();
  const [text, setText] = useState("");

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      onOpenChange(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [onOpenChange]);

  const groups = [...(project ? projectNav(project.id) : []), accountNav, { entries: otherPages }];
  const targets = flatten(groups.flatMap((group) => group.entries));
  const go = (href: string) => {
    onOpenChange(false);
    setText("");
    router.push(href);
  };

  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed top-[12dvh] left-1/2 z-50 w-[min(36rem,calc(100vw-1.5rem))] -translate-x-1/2 overflow-hidden rounded-xl border bg-floating shadow-lg outline-none data-[state=open]:animate-fade-in"
        >
          <Primitive.Title className="sr-only">Go to</Primitive.Title>
          <Command loop>
            <CommandInput
              value={text}
              onValueChange={setText}
              placeholder="Go to a screen or a project, or paste an id…"
              aria-label="Go to"
              className="h-11.5"
            />
            <CommandList className="max-h-[min(24rem,60dvh)]">
              <CommandEmpty>Nothing of that name.</CommandEmpty>
              <CommandGroup heading="Screens">
                {targets.map((target) => (
                  <CommandItem
                    key={target.href}
                    value={target.href}
                    keywords={[target.label, target.within ?? ""]}
                    onSelect={() => go(target.href)}
                  >
                    <ArrowRight className="size-3.5! text-faint" />
                    {target.within ? <span className="text-muted">{target.within} /</span> : null}
                    {target.label}
                  </CommandItem>
                ))}
              </CommandGroup>
              {project && looksLikeId(text) ? (
                <CommandGroup heading="Installs">
                  <CommandItem
                    value={`explain ${text}`}
                    keywords={[text]}
                    onSelect={() => go(`/p/${project.id}/installs?find=${encodeURIComponent(text.trim())}`)}
                  >
                    <Scale className="size-3.5! text-faint" />
                    <span className="truncate">Where did “{text.trim()}” come from?</span>
                  </CommandItem>
                </CommandGroup>
              ) : null}
              {me && me.projects.length > 1 ? (
                <CommandGroup heading="Projects">
                  {me.projects.map((each) => (
                    <CommandItem
                      key={each.id}
                      value={`project ${each.id}`}
                      keywords={[each.name]}
                      onSelect={() => go(`/p/${each.id}`)}
                    >
                      <Avatar name={each.name} square />
                      {each.name}
                    </CommandItem>
                  ))}
                </CommandGroup>
              ) : null}
            </CommandList>
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
