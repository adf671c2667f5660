/** The pages that were recently open in this browser, newest first. The search shows them before any typing. */
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { menuPathTo, menusOfPath } from "./menu-path";

type Visit = { href: string; title: string };

const KEY = "recent-pages";
const max = 12;

export const addVisit = (visits: readonly Visit[], visit: Visit): Visit[] =>
  [visit, ...visits.filter(({ href }) => href !== visit.href)].slice(0, max);

/** Leaves out the open page, and projects that the member cannot see. */
export function visibleVisits(visits: readonly Visit[], path: string, projects: readonly { id: number }[]) {
  return visits
    .filter(({ href }) => {
      const project = /^\/p\/(\d+)/.exec(href)?.[1];
      return href !== path && (!project || projects.some(({ id }) => String(id) === project));
    })
    .slice(0, 5);
}

export function readVisits(): Visit[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** The title of a page about one item loads after its address, so the last title counts. */
export function useRecordVisit(title: string) {
  const href = usePathname();
  useEffect(() => {
    const visit = { href, title: title.replace(/ · Cairn$/, "") };
    // An address outside the menus is not a page.
    if (menuPathTo(menusOfPath(href), href).length > 0)
      localStorage.setItem(KEY, JSON.stringify(addVisit(readVisits(), visit)));
  }, [href, title]);
}
