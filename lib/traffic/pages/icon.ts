import { withDeadline } from "@/lib/base/deadline";
import type { ProjectId } from "@/lib/base/ids";
import { imageType } from "@/lib/campaigns/store-listings/store-page";
import { StaleCache } from "@/lib/platform/stale-cache";
import { iconPath } from "@/lib/traffic/pages/brand";
import { findAppIcon } from "@/lib/traffic/pages/queries";
import type { LinkAnswer } from "@/lib/traffic/pages/responses";

const answerMs = 5_000;

const icons = new StaleCache<{ bytes: Buffer }>({
  freshMs: 60_000,
  staleMs: 24 * 60 * 60_000,
  timeoutMs: 250,
  maxKeys: 200,
  async load(key) {
    const [project, version = ""] = key.split(" ");
    const [listing = ""] = version.split(".");
    const bytes = await withDeadline(findAppIcon(Number(project) as ProjectId, listing), answerMs);
    return bytes && { bytes };
  },
});

const none: LinkAnswer = { status: 404, headers: { "cache-control": "no-store" }, body: null };

/** Serves the app's icon for link pages. The path changes with the icon. Null for every other path. */
export function appIcon(projectId: ProjectId, path: string, tick: number): Promise<LinkAnswer> | null {
  if (!path.startsWith(iconPath)) return null;
  const version = path.slice(iconPath.length);
  // The response may be cached for a day; each version has its own cache key, so a new icon is never an old response.
  return /^sl_[0-9A-Za-z]{1,40}\.\d+$/.test(version)
    ? answer(`${projectId} ${version}`, tick)
    : Promise.resolve(none);
}

async function answer(key: string, tick: number): Promise<LinkAnswer> {
  const icon = await icons.get(key, tick);
  const type = icon && imageType(icon.bytes);
  if (!icon || !type) return none;
  return {
    status: 200,
    headers: {
      "content-type": type,
      "cache-control": "public, max-age=86400, immutable",
      "content-security-policy": "default-src 'none'",
      "x-content-type-options": "nosniff",
    },
    body: icon.bytes,
  };
}
