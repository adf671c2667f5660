/** The look of a project's link pages: the app as in its store, and the project's colour. */
import type { VisitorPlatform } from "@/lib/platform/user-agent";
import type { LinkHost } from "@/lib/traffic/links/sites";

export type Brand = {
  /** The app's name in the store, else the project's. */
  name: string;
  color: string | null;
  /** A path on the same host. */
  icon: string | null;
  /** Paths of screenshots on the same host. */
  pictures: string[];
  rating: { stars: number; people: number } | null;
};

export const iconPath = "/.well-known/cairn/icon/";
export const picturePath = "/.well-known/cairn/picture/";

/** `sl_x.1700000000000.2` has two pictures, with the numbers 1 and 2 at the end of their paths. */
function picturePaths(version: string | null | undefined): string[] {
  const [, prefix, count] = /^(.+\.)(\d)$/.exec(version ?? "") ?? [];
  return Array.from({ length: Number(count ?? 0) }, (_, i) => `${picturePath}${prefix}${i + 1}`);
}

/** The app of the visitor's platform; if that is missing or not read yet, the app of the other platform. */
export function visitorBrandOf({ name, color = null, listings }: LinkHost, platform: VisitorPlatform): Brand {
  const read = listings.filter(({ app }) => app);
  const app = (read.find((listing) => listing.platform === platform) ?? read[0])?.app;
  if (!app) return { name, color, icon: null, pictures: [], rating: null };
  const { rating, ratings } = app;
  return {
    name: app.name,
    color,
    icon: app.icon && `${iconPath}${app.icon}`,
    pictures: picturePaths(app.pictures),
    rating: rating !== null && ratings !== null ? { stars: rating, people: ratings } : null,
  };
}
