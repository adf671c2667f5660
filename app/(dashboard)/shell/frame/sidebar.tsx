"use client";

import { Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { useSession } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { IntentLink } from "@/components/intent-link";
import { Mark } from "@/components/mark";
import { rich } from "@/components/rich";
import { Kbd } from "@/components/ui/kbd";
import { t } from "@/lib/base/languages/texts";
import { isFeatureShown, useFeatures } from "../use-features";
import { menuPathTo, projectOfPath } from "./menu-path";
import { accountNav, type NavEntry, navEntriesForRole, navForRole, projectNav } from "./nav";
import { ProjectSwitcher } from "./project-switcher";

const isSettings = (path: string) => accountNav.entries.some(({ href }) => href === path);

export function Sidebar({
  version,
  onSearch,
  onChoose,
}: {
  version: string;
  onSearch: () => void;
  onChoose?: () => void;
}) {
  const { me, project, account } = useSession();
  const path = usePathname();
  const used = useFeatures();
  // While the project is loading, its entries are those of the address, whatever the role.
  const awaited = me ? undefined : projectOfPath(path);
  const all = project
    ? navForRole(projectNav(project.id), project.role)
    : awaited
      ? projectNav(Number(awaited))
      : [];
  // Pages of the account are part of the settings, or without a project an own menu.
  const current =
    menuPathTo(all, path)[0]?.href ?? (project && isSettings(path) ? `/p/${project.id}/settings` : path);
  const entries =
    project || awaited
      ? (all[0]?.entries ?? []).filter(
          ({ feature, href }) => isFeatureShown(feature, used) || href === current,
        )
      : account
        ? navEntriesForRole(accountNav.entries, account.role)
        : [];
  return (
    // Relative, because the positioned text for screen readers would otherwise lengthen the page.
    <div className="relative flex h-full flex-col gap-1 overflow-y-auto px-3 pt-3 pb-3">
      <IntentLink
        href="/"
        aria-label={t("Cairn home")}
        className="mb-1 flex h-8 w-fit shrink-0 items-center gap-2 rounded-md px-2 font-semibold tracking-tight"
        onClick={onChoose}
      >
        <Mark />
        {t("Cairn")}
      </IntentLink>
      <ProjectSwitcher {...(onChoose ? { onChoose } : {})} />
      <button
        type="button"
        onClick={onSearch}
        className="my-1 flex h-8 shrink-0 items-center gap-2 rounded-md border bg-surface px-2 text-faint text-sm transition-colors hover:border-line-strong hover:text-muted"
      >
        <Search className="size-3.5" aria-hidden="true" />
        {rich("Search…<span><key>⌘</key><key2>K</key2></span>", {
          key: (text) => <Kbd>{text}</Kbd>,
          key2: (text) => <Kbd>{text}</Kbd>,
          span: (text) => (
            <span className="ms-auto flex gap-0.5 max-lg:hidden" aria-hidden="true">
              {text}
            </span>
          ),
        })}
      </button>
      <nav aria-label={t("Main")} className="flex flex-1 shrink-0 flex-col">
        <ul className="grid gap-px py-1.5">
          {entries.map((entry) => (
            <Entry
              key={entry.href}
              entry={entry}
              current={entry.href === current}
              {...(onChoose ? { onChoose } : {})}
            />
          ))}
        </ul>
      </nav>
      <p className="flex shrink-0 gap-x-2 px-2 text-faint text-xs">
        <a href="https://db-ip.com" target="_blank" rel="noreferrer" className="hover:text-muted">
          {t("IP Geolocation by DB-IP")}
        </a>
        <span className="ms-auto">
          <span className="sr-only">{t("Cairn")} </span>v{version}
        </span>
      </p>
    </div>
  );
}

type EntryProps = { entry: NavEntry; current: boolean; onChoose?: () => void };

function Entry({ entry, current, onChoose }: EntryProps) {
  const Icon = entry.icon;
  return (
    <li>
      <IntentLink
        href={entry.href}
        aria-current={current ? "page" : undefined}
        onClick={onChoose}
        className={cn(
          "flex h-8 items-center gap-2.5 rounded-md px-2 text-sm transition-colors",
          current ? "bg-pressed font-medium text-ink" : "text-muted hover:bg-hover hover:text-ink",
        )}
      >
        {Icon ? (
          <Icon
            className={cn("size-4", current ? "text-accent" : "text-faint")}
            strokeWidth={1.75}
            aria-hidden="true"
          />
        ) : null}
        {entry.label}
      </IntentLink>
    </li>
  );
}
