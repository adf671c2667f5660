type Known = { id: number; name: string; moved_to: string | null; moved_number: number | null };

/** Why a page is not shown: `use` could show old data; `integrate` would show an old address. */
export type MovedFrom = {
  name: string;
  to: string;
  /** The same page there; the server itself where the project's number there is not known. */
  there: string;
  page: "use" | "integrate";
};

/** Where a project is archived or deleted, which is done where it was. */
const leaving = /^\/p\/\d+\/settings\/archive(\/|$)/;
const integrate = /^\/p\/\d+\/integrate(\/|$)/;

/** Where the project of a page went; null where the page is shown all the same. `before` are those that were asked for. */
export function movedFrom(
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

/** A page of a project that has moved, where it is now. */
export const pageOnTarget = (
  { moved_to: to, moved_number: number }: Pick<Known, "moved_to" | "moved_number">,
  rest = "",
): string | null => to && (number === null ? to : `${to}/p/${number}${rest}`);

/** A server as people call it. */
export const hostOf = (address: string) => new URL(address).host;
