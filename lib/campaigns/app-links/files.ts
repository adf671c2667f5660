import type { ProjectId } from "@/lib/base/ids";
import { findAppLinks } from "@/lib/campaigns/app-links/queries";
import { type AppLinks, filePaths, type LinkFile, linkFileText } from "@/lib/campaigns/app-links/rules";
import { StaleCache } from "@/lib/platform/stale-cache";

type Answer = { status: number; headers: Record<string, string>; body: string };

const known = new StaleCache<AppLinks>({
  freshMs: 1_000,
  staleMs: 24 * 60 * 60_000,
  timeoutMs: 250,
  maxKeys: 1_000,
  load: (key) => findAppLinks(Number(key) as ProjectId),
});

/** The file at a path, in the format that phones require: JSON without redirects. Null for every other path. */
export function linkFile(projectId: ProjectId, path: string, tick: number): Promise<Answer> | null {
  const file = Object.hasOwn(filePaths, path) ? filePaths[path] : undefined;
  return file === undefined ? null : answer(projectId, file, tick);
}

async function answer(projectId: ProjectId, file: LinkFile, tick: number): Promise<Answer> {
  const links = await known.get(String(projectId), tick);
  const text = links && linkFileText(file, links);
  const headers = { "content-type": "application/json", "x-content-type-options": "nosniff" };
  if (text)
    return { status: 200, headers: { ...headers, "cache-control": "public, max-age=300" }, body: text };
  const msg = `There is no ${file} here: the project's app settings have no app.`;
  return {
    status: 404,
    headers: { ...headers, "cache-control": "no-store" },
    body: JSON.stringify({ msg, status: 404, data: null }),
  };
}
