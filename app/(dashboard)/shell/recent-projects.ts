/** The projects that were open in this browser, most recent first. */
const KEY = "recent-projects";
/** The key of earlier versions. */
const LAST = "last-project";
const max = 8;

export const withProject = (ids: readonly string[], id: string): string[] =>
  [id, ...ids.filter((each) => each !== id)].slice(0, max);

/** The recent projects, with the open one first. */
export function recentProjects(open: string | null): string[] {
  const ids = read();
  return open === null ? ids : withProject(ids, open);
}

export const rememberProject = (id: number) =>
  localStorage.setItem(KEY, JSON.stringify(withProject(read(), String(id))));

function read(): string[] {
  if (typeof localStorage === "undefined") return [];
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    const ids = Array.isArray(stored) ? stored : [localStorage.getItem(LAST)];
    return ids.filter((id): id is string => typeof id === "string" && /^\d{1,15}$/.test(id));
  } catch {
    return [];
  }
}
