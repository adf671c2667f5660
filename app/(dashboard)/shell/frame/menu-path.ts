import { keptParameters } from "@/app/(dashboard)/shell/dates/window";
import { t } from "@/lib/base/languages/texts";
import { accountNav, type NavEntry, type NavGroup, otherPages, projectNav } from "./nav";

/** The overview's path is a prefix of all others, so only its exact path counts. */
function isWithin(path: string, href: string): boolean {
  return path === href || (path.startsWith(`${href}/`) && !/^\/p\/[^/]+$/.test(href));
}

/** The deepest path through the menus to an address. */
export function menuPathTo(groups: readonly NavGroup[], path: string): NavEntry[] {
  let best: NavEntry[] = [];
  const deepest = (way: NavEntry[]) => way.at(-1)?.href.length ?? 0;
  const visit = (entry: NavEntry, way: NavEntry[]) => {
    const here = [...way, entry];
    // If a child has its parent's address, the child is more specific.
    if (isWithin(path, entry.href) && deepest(here) >= deepest(best)) best = here;
    for (const child of entry.children ?? []) visit(child, here);
  };
  for (const group of groups) for (const entry of group.entries) visit(entry, []);
  return best;
}

export const projectOfPath = (path: string) => path.match(/^\/p\/(\d+)/)?.[1];

/** The rows of tabs on a screen: for the section, and for a part of it. Pages about one item have none. */
export function tabsOfScreen(groups: readonly NavGroup[], path: string) {
  const way = menuPathTo(groups, path);
  const last = way.at(-1);
  if (last?.href !== path || !(last.tab || last.self)) return [];
  return way.flatMap(({ label, href, self, children }) => {
    const tabs = (children ?? []).filter(({ tab }) => tab);
    const all = [...(self ? [{ label: self, href }] : []), ...tabs];
    return tabs.length > 0 ? [{ label, tabs: all.map((tab) => ({ label: tab.label, path: tab.href })) }] : [];
  });
}

/** All menus that may contain a path. */
export function menusOfPath(path: string): NavGroup[] {
  const project = projectOfPath(path);
  return [...(project ? projectNav(Number(project)) : []), accountNav, { entries: otherPages }];
}

/** The tab's title: the item of the page and its screen, or the screen and the project. */
export function pageTitle(path: string, thing: string | null, project: string | undefined): string {
  const entry = menuPathTo(menusOfPath(path), path).at(-1);
  const screen = entry?.title ?? entry?.label;
  const inProject = projectOfPath(path) !== undefined;
  const isOverview = inProject && /^\/p\/\d+$/.test(path);
  const parts = thing
    ? [thing, screen]
    : [
        isOverview && project ? undefined : ((path === entry?.href ? undefined : entry?.one) ?? screen),
        inProject ? project : undefined,
      ];
  return [...parts, t("Cairn")].filter(Boolean).join(" · ");
}

/**
 * The same screen of another project. Parts that belong to the first project, such as a campaign, are left out; days
 * are kept.
 */
export function sameScreen(path: string, project: number, search = ""): string {
  const from = projectOfPath(path);
  const href = from ? menuPathTo(projectNav(Number(from)), path).at(-1)?.href : undefined;
  const params = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => keptParameters.some((shared) => shared === name)),
  );
  return `/p/${project}${href?.replace(/^\/p\/\d+/, "") ?? ""}${params.size > 0 ? `?${params}` : ""}`;
}
