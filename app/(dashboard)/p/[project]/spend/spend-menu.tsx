"use client";

import { usePathname } from "next/navigation";
import { cn } from "@/components/cn";
import { IntentLink } from "@/components/intent-link";
import { useProject } from "../../../session";
import { spendScreens } from "./screens";

export function SpendMenu() {
  const at = usePathname();
  const base = `/p/${useProject().id}/spend`;
  return (
    <nav aria-label="Spend" className="flex gap-5 overflow-x-auto border-b [scrollbar-width:none]">
      {spendScreens.map(({ label, path }) => {
        const href = base + path;
        const here = path === "" ? at === href : at.startsWith(href);
        return (
          <IntentLink
            key={path}
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
