"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useProject } from "@/app/(dashboard)/session";
import { cn } from "@/components/cn";
import { IntentLink } from "@/components/intent-link";
import { settingsSections } from "./sections";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-x-10 gap-y-5 xl:grid-cols-[10.5rem_minmax(0,1fr)]">
      <SettingsMenu />
      <div className="grid min-w-0 max-w-4xl grid-cols-1 content-start gap-6">{children}</div>
    </div>
  );
}

/** On narrow screens the menu is a row that scrolls. */
function bringIntoSight(entry: HTMLElement | null) {
  entry?.scrollIntoView({ block: "nearest", inline: "center" });
}

function SettingsMenu() {
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
