"use client";

import { usePathname } from "next/navigation";
import { cn } from "@/components/cn";
import { IntentLink } from "@/components/intent-link";

type SectionMenuProps = {
  label: string;
  base: string;
  screens: readonly { label: string; path: string }[];
  /** For tabs below other tabs. */
  small?: boolean;
};

/** On narrow screens the menu scrolls sideways. */
function bringIntoSight(entry: HTMLElement | null) {
  entry?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** The tabs of a section's screens. */
export function SectionMenu({ label: name, base, screens, small = false }: SectionMenuProps) {
  const at = usePathname();
  const open = screens
    .map(({ path }) => base + path)
    .filter((href) => at === href || at.startsWith(`${href}/`))
    .sort((a, b) => b.length - a.length)[0];
  return (
    <nav
      aria-label={name}
      className={cn("flex overflow-x-auto [scrollbar-width:none]", small ? "-mt-1 gap-1" : "gap-5 border-b")}
    >
      {screens.map(({ label, path }) => {
        const href = base + path;
        const here = href === open;
        return (
          <IntentLink
            key={path}
            ref={here ? bringIntoSight : null}
            href={href}
            aria-current={here ? "page" : undefined}
            className={cn(
              "inline-flex shrink-0 items-center font-medium text-sm outline-offset-[-2px] transition-colors hover:text-ink",
              small ? "h-7 rounded-md px-2.5" : "-mb-px h-9 rounded-t-sm border-b-2",
              small && here && "bg-pressed",
              small || (here ? "border-accent" : "border-transparent"),
              here ? "text-ink" : "text-muted",
            )}
          >
            {label}
          </IntentLink>
        );
      })}
    </nav>
  );
}
