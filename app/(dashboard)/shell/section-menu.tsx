"use client";

import { usePathname } from "next/navigation";
import { cn } from "@/components/cn";
import { IntentLink } from "@/components/intent-link";

type SectionMenuProps = {
  label: string;
  base: string;
  screens: readonly { label: string; path: string }[];
};

/** On narrow screens the menu scrolls sideways. */
function bringIntoSight(entry: HTMLElement | null) {
  entry?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** The tabs of a section's screens. */
export function SectionMenu({ label: name, base, screens }: SectionMenuProps) {
  const at = usePathname();
  return (
    <nav aria-label={name} className="flex gap-5 overflow-x-auto border-b [scrollbar-width:none]">
      {screens.map(({ label, path }) => {
        const href = base + path;
        const here = path === "" ? at === href : at.startsWith(href);
        return (
          <IntentLink
            key={path}
            ref={here ? bringIntoSight : null}
            href={href}
            aria-current={here ? "page" : undefined}
            className={cn(
              "-mb-px inline-flex h-9 shrink-0 items-center rounded-t-sm border-b-2 font-medium text-sm outline-offset-[-2px] transition-colors hover:text-ink",
              here ? "border-accent text-ink" : "border-transparent text-muted",
            )}
          >
            {label}
          </IntentLink>
        );
      })}
    </nav>
  );
}
