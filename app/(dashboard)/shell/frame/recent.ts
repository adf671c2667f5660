/** Where this browser has been lately, newest first: what the search shows before anything is typed. */
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { groupsAt, trail } from "./menu-path";

type Visit = { href: string; title: string };

const KEY = "recent-pages";
const max = 12;

export const withVisit = (visits: readonly Visit[], visit: Visit): Visit[] =>
  [visit, ...visits.filter(({ href }) => href !== visit.href)].slice(0, max);

/** Leaves out the open page, and projects that the member cannot see. */
export function shownVisits(visits: readonly Visit[], path: string, projects: readonly { id: number }[]) {
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

/** The name of a page about one thing is known a moment after its address, so the last one counts. */
export function useVisit(title: string) {
  const href = usePathname();
  useEffect(() => {
    const visit = { href, title: title.replace(/ · Cairn$/, "") };
    // What no menu leads to is no page.
    if (trail(groupsAt(href), href).length > 0)
      localStorage.setItem(KEY, JSON.stringify(withVisit(readVisits(), visit)));
  }, [href, title]);
}
