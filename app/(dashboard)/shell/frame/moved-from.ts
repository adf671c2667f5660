type Known = { id: number; name: string; moved_to: string | null; moved_number: number | null };

/** Why a page is not shown: `use` could show old data; `integrate` would show an old address. */
export type MovedFrom = {
  name: string;
  to: string;
  /** The same page on the new server; its start page if the project's number there is unknown. */
  there: string;
  page: "use" | "integrate";
};

/** The page that archives or deletes a project, which must be done on the former server. */
const leaving = /^\/p\/\d+\/settings\/archive(\/|$)/;
const integrate = /^\/p\/\d+\/developers\/?$/;

/**
 * The new location of a page's project; null if the page is shown here. `before` are projects whose former pages the
 * member opened.
 */
export function newLocationOf(
  path: string,
  project: Known | undefined,
  before: ReadonlySet<number>,
): MovedFrom | null {
  if (!project?.moved_to || !path.startsWith("/p/") || leaving.test(path)) return null;
  const page = integrate.test(path) ? "integrate" : "use";
  if (page === "use" && before.has(project.id)) return null;
  return {
    name: project.name,
    to: project.moved_to,
    there: pageOnTarget(project, path.replace(/^\/p\/[^/]+/, "")) ?? project.moved_to,
    page,
  };
}

/** The address of a project's page on its new server. */
export const pageOnTarget = (
  { moved_to: to, moved_number: number }: Pick<Known, "moved_to" | "moved_number">,
  rest = "",
): string | null => to && (number === null ? to : `${to}/p/${number}${rest}`);

/** The short name of a server. */
export const hostOfServer = (address: string) => new URL(address).host;
