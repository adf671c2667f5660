/** Reads an app's data from a store's public page. */
import { env } from "@/lib/base/env";
import { SafeFetchError, safeFetch } from "@/lib/platform/safe-fetch";

export type StoreApp = {
  name: string;
  /** One to five stars, and the number of ratings; null if there are none. */
  rating: number | null;
  ratings: number | null;
  icon: Buffer | null;
  /** Screenshots, in the store's order. */
  pictures: Buffer[];
};

export type StoreAnswer = StoreApp | "unknown" | "unreachable" | "unreadable";

/** Replaced by tests. */
export type FetchStorePage = typeof safeFetch;

type Listing = {
  name: string;
  rating: number | null;
  ratings: number | null;
  icon: string | null;
  pictures: string[];
};

const pageMs = 6_000;
const imageMs = 3_000;
const maxPageBytes = 4 * 1024 * 1024;
const maxIconBytes = 128 * 1024;
const iconSize = 192;
const maxPictures = 3;
const maxPictureBytes = 192 * 1024;
/** The longest sides of a screenshot, twice as many as a page shows. */
const pictureSize = { width: 320, height: 690 };

export async function readStorePage(
  { platform, appId }: { platform: string; appId: string },
  fetch: FetchStorePage = safeFetch,
): Promise<StoreAnswer> {
  const isApple = platform === "IOS";
  const address = isApple
    ? `${env.APPLE_LOOKUP_URL}?id=${appId}`
    : `${env.GOOGLE_PLAY_URL}?id=${encodeURIComponent(appId)}&hl=en`;
  let listing: Listing | null;
  try {
    const answer = await fetch(address, { timeoutMs: pageMs, maxBytes: maxPageBytes });
    if (answer.status === 404) return "unknown";
    if (answer.status !== 200) return "unreachable";
    if (isApple && isEmpty(answer.body)) return "unknown";
    listing = isApple ? readLookup(answer.body) : readPlay(answer.body);
  } catch (error) {
    if (error instanceof SafeFetchError) return error.problem === "too_large" ? "unreadable" : "unreachable";
    throw error;
  }
  if (!listing) return "unreadable";
  const { icon, pictures, ...rest } = listing;
  const [iconRead, ...picturesRead] = await Promise.all([
    icon === null ? null : readImage(icon, maxIconBytes, fetch),
    ...pictures.slice(0, maxPictures).map((picture) => readImage(picture, maxPictureBytes, fetch)),
  ]);
  return { ...rest, icon: iconRead, pictures: picturesRead.filter((picture) => picture !== null) };
}

/** Images are extras: without an icon, pages show the first letter of the name. */
async function readImage(address: string, maxBytes: number, fetch: FetchStorePage): Promise<Buffer | null> {
  if (!/^https:\/\//.test(address) || !URL.canParse(address)) return null;
  try {
    const { status, bytes } = await fetch(address, { timeoutMs: imageMs, maxBytes });
    return status === 200 && imageType(bytes) !== null ? bytes : null;
  } catch (error) {
    if (error instanceof SafeFetchError) return null;
    throw error;
  }
}

/** The type by the file's first bytes, whatever its content type. */
export function imageType(bytes: Uint8Array): "image/png" | "image/jpeg" | "image/webp" | null {
  const text = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  return text.startsWith("RIFF") && text.slice(8) === "WEBP" ? "image/webp" : null;
}

type Json = Record<string, unknown>;

function parsed(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Json) : null;
  } catch {
    return null;
  }
}

const textOf = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value.trim() : null);

const numberOf = (value: unknown) => {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
};

function listingOf(
  name: unknown,
  { rating, ratings }: { rating: unknown; ratings: unknown },
  images: Pick<Listing, "icon" | "pictures">,
): Listing | null {
  const known = textOf(name)?.slice(0, 100).toWellFormed().replaceAll("\u0000", "");
  if (!known) return null;
  const stars = numberOf(rating);
  const people = numberOf(ratings);
  const isRated = stars !== null && people !== null && people >= 1 && stars >= 1 && stars <= 5;
  return {
    name: known,
    rating: isRated ? stars : null,
    ratings: isRated ? Math.round(people) : null,
    ...images,
  };
}

const isEmpty = (body: string) => parsed(body)?.resultCount === 0;

/** Apple's public lookup returns JSON. */
export function readLookup(body: string): Listing | null {
  const results = parsed(body)?.results;
  const app = Array.isArray(results) ? (results[0] as Json | undefined) : undefined;
  if (!app) return null;
  const artwork = textOf(app.artworkUrl512) ?? textOf(app.artworkUrl100);
  const icon = artwork?.replace(/\/\d+x\d+(bb)?\.(jpg|png|webp)$/, `/${iconSize}x${iconSize}bb.png`) ?? null;
  const shots = Array.isArray(app.screenshotUrls) ? app.screenshotUrls : [];
  const { width, height } = pictureSize;
  const pictures = shots.flatMap((shot) => {
    const address = textOf(shot);
    return address === null
      ? []
      : [address.replace(/\/\d+x\d+(bb)?\.(jpg|png|webp)$/, `/${width}x${height}bb.jpg`)];
  });
  return listingOf(
    app.trackName,
    { rating: app.averageUserRating, ratings: app.userRatingCount },
    { icon, pictures },
  );
}

/** Google's page contains data for search engines: JSON-LD of a SoftwareApplication. */
export function readPlay(html: string): Listing | null {
  for (const [, text = ""] of html.matchAll(
    /<script[^>]*type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g,
  )) {
    const app = parsed(text);
    if (app?.["@type"] !== "SoftwareApplication") continue;
    const rated = (app.aggregateRating ?? {}) as Json;
    const image = textOf(app.image);
    const icon = image && `${image.replace(/=[a-z0-9-]+$/, "")}=w${iconSize}-h${iconSize}`;
    return listingOf(
      app.name,
      { rating: rated.ratingValue, ratings: rated.ratingCount },
      { icon, pictures: playPictures(html) },
    );
  }
  return null;
}

/** The data for search engines has no screenshots; the page's images of them have this text. */
function playPictures(html: string): string[] {
  const { width, height } = pictureSize;
  const images = [...html.matchAll(/<img\b[^>]*\balt="Screenshot image"[^>]*>/gi)].flatMap(([tag]) => {
    const address = /\bsrc="(https:\/\/play-lh\.googleusercontent\.com\/[\w/-]+)/.exec(tag)?.[1];
    return address === undefined ? [] : [`${address}=w${width}-h${height}`];
  });
  return [...new Set(images)].slice(0, maxPictures);
}
