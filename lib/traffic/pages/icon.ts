import { withDeadline } from "@/lib/base/deadline";
import type { ProjectId } from "@/lib/base/ids";
import { imageType } from "@/lib/campaigns/store-listings/store-page";
import { StaleCache } from "@/lib/platform/stale-cache";
import { iconPath, picturePath } from "@/lib/traffic/pages/brand";
import { findAppIcon, findAppPicture } from "@/lib/traffic/pages/queries";
import type { LinkAnswer } from "@/lib/traffic/pages/responses";

const answerMs = 5_000;

type Find = (project: ProjectId, listing: string, number: number) => Promise<Buffer | null>;

/** A key has a project, a listing, the time when its store page was read, and the number of a picture. */
const cacheOf = (maxKeys: number, find: Find) =>
  new StaleCache<{ bytes: Buffer }>({
    freshMs: 60_000,
    staleMs: 24 * 60 * 60_000,
    timeoutMs: 250,
    maxKeys,
    async load(key) {
      const [project, version = ""] = key.split(" ");
      const [listing = "", , number = "0"] = version.split(".");
      const found = find(Number(project) as ProjectId, listing, Number(number));
      const bytes = await withDeadline(found, answerMs);
      return bytes && { bytes };
    },
  });

const icons = cacheOf(200, findAppIcon);
/** Pictures are larger. */
const pictures = cacheOf(60, findAppPicture);

const none: LinkAnswer = { status: 404, headers: { "cache-control": "no-store" }, body: null };

/**
 * Serves the app's icon and screenshots for link pages. The path changes with the image, so a response may be cached
 * for a day. Null for every other path.
 */
export function appImage(projectId: ProjectId, path: string, tick: number): Promise<LinkAnswer> | null {
  if (path.startsWith(iconPath)) {
    const version = path.slice(iconPath.length);
    return /^sl_[0-9A-Za-z]{1,40}\.\d+$/.test(version)
      ? answer(icons, `${projectId} ${version}`, tick)
      : Promise.resolve(none);
  }
  if (!path.startsWith(picturePath)) return null;
  const version = path.slice(picturePath.length);
  return /^sl_[0-9A-Za-z]{1,40}\.\d{1,15}\.[1-3]$/.test(version)
    ? answer(pictures, `${projectId} ${version}`, tick)
    : Promise.resolve(none);
}

async function answer(images: typeof icons, key: string, tick: number): Promise<LinkAnswer> {
  const image = await images.get(key, tick);
  const type = image && imageType(image.bytes);
  if (!image || !type) return none;
  return {
    status: 200,
    headers: {
      "content-type": type,
      "cache-control": "public, max-age=86400, immutable",
      "content-security-policy": "default-src 'none'",
      "x-content-type-options": "nosniff",
    },
    body: image.bytes,
  };
}
