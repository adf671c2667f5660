"use client";

import { ChevronsUpDown } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useId, useState } from "react";
import { accountNav, navEntriesForRole } from "@/app/(dashboard)/shell/frame/nav";
import { settingsGroups } from "@/app/(dashboard)/shell/frame/settings-sections";
import { useSession } from "@/app/(dashboard)/shell/session";
import { isFeatureShown, useFeatures } from "@/app/(dashboard)/shell/use-features";
import { cn } from "@/components/cn";
import { IntentLink } from "@/components/intent-link";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { may } from "@/lib/accounts/access/roles";
import { t } from "@/lib/base/languages/texts";

/** Next to the page. On narrow screens, a button with the name of the open section opens it. */
function SettingsMenu() {
  const path = usePathname();
  const [open, setOpen] = useState(false);
  const here = useSections()
    .flatMap(({ sections }) => sections)
    .find(({ href }) => isAt(path, href));
  return (
    <>
      <nav aria-label={t("Settings")} className="sticky top-21 self-start max-xl:hidden">
        <Sections />
      </nav>
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button className="w-full justify-between sm:w-64 xl:hidden">
            <span className="truncate">
              <span className="text-muted">{t("Settings:")}</span> {here?.label}
            </span>
            <ChevronsUpDown className="text-faint" aria-hidden="true" />
          </Button>
        </PopoverTrigger>
        <PopoverContent
          aria-label={t("Settings")}
          className="max-h-(--radix-popover-content-available-height) w-64 overflow-y-auto p-2 xl:hidden"
        >
          <nav aria-label={t("Sections of the settings")}>
            <Sections onChoose={() => setOpen(false)} />
          </nav>
        </PopoverContent>
      </Popover>
    </>
  );
}

const isAt = (path: string, href: string) => path === href || path.startsWith(`${href}/`);

/** The sections that the member may see, of the project and of its account. */
function useSections(): { label: string; sections: readonly { label: string; href: string }[] }[] {
  const { me, project, account } = useSession();
  const used = useFeatures();
  const path = usePathname();
  // All entries at once, because later ones would move the others.
  if (!me) return [];
  const own = settingsGroups.map(({ label, sections }) => ({
    label,
    sections: sections
      .filter(({ needs }) => project && (!needs || may(project.role, needs)))
      .map((section) => ({ ...section, href: `/p/${project?.id}${section.path}` }))
      .filter(({ feature, href }) => isFeatureShown(feature, used) || href === path),
  }));
  const team = account
    ? [{ label: t("Account"), sections: navEntriesForRole(accountNav.entries, account.role) }]
    : [];
  return [...own.slice(0, -1), ...team, ...own.slice(-1)];
}

function Sections({ onChoose }: { onChoose?: () => void }) {
  const path = usePathname();
  const id = useId();
  return (
    <div className="grid gap-4">
      {useSections().map(({ label: group, sections }, at) => (
        <div key={group}>
          <p id={`${id}${at}`} className="px-2.5 pb-1 text-faint text-xs">
            {group}
          </p>
          <ul aria-labelledby={`${id}${at}`} className="grid gap-px">
            {sections.map(({ label, href }) => {
              const here = isAt(path, href);
              return (
                <li key={href}>
                  <IntentLink
                    href={href}
                    onClick={onChoose}
                    aria-current={here ? "page" : undefined}
                    className={cn(
                      "flex h-8 items-center rounded-md px-2.5 text-sm transition-colors max-sm:h-10",
                      here ? "bg-pressed font-medium" : "text-muted hover:bg-hover hover:text-ink",
                    )}
                  >
                    {label}
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

/** The frame of a settings page: the menu next to it. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-x-10 gap-y-5 xl:grid-cols-[10.5rem_minmax(0,1fr)]">
      <SettingsMenu />
      <div className="grid min-w-0 max-w-4xl grid-cols-1 content-start gap-6">{children}</div>
    </div>
  );
}

/** The account's pages are part of the settings. Without a project, there are no settings yet. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const { me, project } = useSession();
  // Without a session the place of the page is unknown, and it would move when the session is there.
  if (!me) return null;
  return project ? <SettingsFrame>{children}</SettingsFrame> : children;
}
