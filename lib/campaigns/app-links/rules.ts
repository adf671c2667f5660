/** The files with which iOS and Android find the links that open an app. Pure. */

export type AppLinks = {
  iosApps: { team_id: string; bundle_id: string }[];
  androidApps: { package_name: string; sha256_cert_fingerprints: string[] }[];
  /** A pasted file replaces the one generated from the apps. */
  appleFile: string | null;
  androidFile: string | null;
};

export type LinkFile = "apple-app-site-association" | "assetlinks.json";

/** Apple reads the first path; older systems read the second. */
export const filePaths: Record<string, LinkFile> = {
  "/.well-known/apple-app-site-association": "apple-app-site-association",
  "/apple-app-site-association": "apple-app-site-association",
  "/.well-known/assetlinks.json": "assetlinks.json",
};

/** Null if there is no file to serve. */
export function linkFileText(file: LinkFile, links: AppLinks): string | null {
  return file === "assetlinks.json" ? androidText(links) : appleText(links);
}

export const appIdOf = (app: { team_id: string; bundle_id: string }) => `${app.team_id}.${app.bundle_id}`;

function appleText({ appleFile, iosApps }: AppLinks): string | null {
  if (appleFile !== null) return appleFile;
  if (iosApps.length === 0) return null;
  return JSON.stringify({
    applinks: {
      details: [
        {
          appIDs: iosApps.map(appIdOf),
          components: [
            { "#": "no_universal_links", exclude: true, comment: "A link that stays in the browser" },
            { "/": "/.well-known/*", exclude: true },
            { "/": "/api/*", exclude: true },
            { "/": "/i/*", exclude: true, comment: "Impressions" },
            { "/": "/*" },
          ],
        },
      ],
    },
  });
}

function androidText({ androidFile, androidApps }: AppLinks): string | null {
  if (androidFile !== null) return androidFile;
  if (androidApps.length === 0) return null;
  return JSON.stringify(
    androidApps.map(({ package_name, sha256_cert_fingerprints }) => ({
      relation: ["delegate_permission/common.handle_all_urls"],
      target: { namespace: "android_app", package_name, sha256_cert_fingerprints },
    })),
  );
}

/** The IDs of the apps in a generated or pasted file. */
export function appIdsIn(file: LinkFile, value: unknown): string[] {
  const ids: unknown[] = [];
  if (file === "assetlinks.json") {
    for (const statement of listOf(value)) ids.push(field(field(statement, "target"), "package_name"));
  } else {
    for (const detail of detailsOf(value))
      ids.push(field(detail, "appID"), ...listOf(field(detail, "appIDs")));
  }
  return ids.filter((id): id is string => typeof id === "string");
}

/** True if a file in Apple's format makes a path open the app. */
export function appleFileCovers(value: unknown, path: string): boolean {
  return detailsOf(value).some((detail) => {
    const components = field(detail, "components");
    if (Array.isArray(components)) return firstMatch(components, path);
    return listOf(field(detail, "paths")).some((one) => typeof one === "string" && fits(one, path));
  });
}

/** The first matching component decides. Components with a query or a fragment do not match a bare path. */
function firstMatch(components: unknown[], path: string): boolean {
  for (const component of components) {
    if (field(component, "#") !== undefined || field(component, "?") !== undefined) continue;
    const pattern = field(component, "/");
    if (pattern === undefined || (typeof pattern === "string" && fits(pattern, path))) {
      return field(component, "exclude") !== true;
    }
  }
  return false;
}

/**
 * `*` matches any run of characters, `?` one character. Backtracking is limited to the last star, so every pattern is
 * fast.
 */
function fits(pattern: string, path: string): boolean {
  let at = 0;
  let star = -1;
  let from = 0;
  for (let i = 0; i < path.length; ) {
    if (pattern[at] === "*") {
      star = at++;
      from = i;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === path[i])) {
      at++;
      i++;
    } else if (star >= 0) {
      at = star + 1;
      i = ++from;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

const detailsOf = (value: unknown): unknown[] => listOf(field(field(value, "applinks"), "details"));

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
