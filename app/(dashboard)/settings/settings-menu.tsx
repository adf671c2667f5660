"use client";

import { ChevronsUpDown } from "lucide-react";
import { usePathname } from "next/navigation";
import { useId, useState } from "react";
import { settingsGroups } from "@/app/(dashboard)/shell/frame/settings-sections";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { IntentLink } from "@/components/intent-link";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { may } from "@/lib/accounts/access/roles";

/** Next to the page. On narrow screens, a button with the name of the open section opens it. */
export function SettingsMenu() {
  const path = usePathname();
  const [open, setOpen] = useState(false);
  const here = settingsGroups
    .flatMap(({ sections }) => sections)
    .find((section) => path.endsWith(`/settings/${section.path}`));
  return (
    <>
      <nav aria-label="Settings" className="sticky top-21 self-start max-xl:hidden">
        <Sections />
      </nav>
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button className="w-full justify-between sm:w-64 xl:hidden">
            <span className="truncate">
              <span className="text-muted">Settings:</span> {here?.label}
            </span>
            <ChevronsUpDown className="text-faint" aria-hidden="true" />
          </Button>
        </PopoverTrigger>
        <PopoverContent
          aria-label="Settings"
          className="max-h-(--radix-popover-content-available-height) w-64 overflow-y-auto p-2 xl:hidden"
        >
          <nav aria-label="Sections of the settings">
            <Sections onChoose={() => setOpen(false)} />
          </nav>
        </PopoverContent>
      </Popover>
    </>
  );
}

function Sections({ onChoose }: { onChoose?: () => void }) {
  const path = usePathname();
  const { id: project, role } = useProject();
  const base = `/p/${project}/settings`;
  const id = useId();
  return (
    <div className="grid gap-4">
      {settingsGroups.map(({ label: group, sections }, at) => (
        <div key={group}>
          <p id={`${id}${at}`} className="px-2.5 pb-1 text-faint text-xs">
            {group}
          </p>
          <ul aria-labelledby={`${id}${at}`} className="grid gap-px">
            {sections
              .filter(({ needs }) => !needs || may(role, needs))
              .map((section) => {
                const href = `${base}/${section.path}`;
                const here = path === href;
                return (
                  <li key={section.path}>
                    <IntentLink
                      href={href}
                      onClick={onChoose}
                      aria-current={here ? "page" : undefined}
                      className={cn(
                        "flex h-8 items-center rounded-md px-2.5 text-sm transition-colors max-sm:h-10",
                        here ? "bg-pressed font-medium" : "text-muted hover:bg-hover hover:text-ink",
                      )}
                    >
                      {section.label}
                    </IntentLink>
                  </li>
                );
              })}
          </ul>
        </div>
      ))}
    </div>
  );
}
