"use client";

import { usePathname } from "next/navigation";
import { useProject } from "@/app/(dashboard)/session";
import { cn } from "@/components/cn";
import { IntentLink } from "@/components/intent-link";
import { settingsSections } from "./sections";

/** Where the menu is a row that scrolls. */
function bringIntoSight(entry: HTMLElement | null) {
  entry?.scrollIntoView({ block: "nearest", inline: "center" });
}

export function SettingsMenu() {
  const path = usePathname();
  const base = `/p/${useProject().id}/settings`;
  return (
    <nav aria-label="Settings" className="min-w-0 xl:sticky xl:top-21 xl:self-start">
      <ul className="-mx-1 flex gap-1 overflow-x-auto p-1 [scrollbar-width:none] max-xl:border-b max-xl:pb-3 xl:grid xl:gap-px">
        {settingsSections.map((section) => {
          const href = `${base}/${section.path}`;
          const here = path === href;
          return (
            <li key={section.path} className="shrink-0">
              <IntentLink
                ref={here ? bringIntoSight : null}
                href={href}
                aria-current={here ? "page" : undefined}
                className={cn(
                  "flex h-8 items-center rounded-md px-2.5 text-sm transition-colors",
                  here ? "bg-pressed font-medium" : "text-muted hover:bg-hover hover:text-ink",
                )}
              >
                {section.label}
              </IntentLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
