/** The files by which the systems of phones know that links of a host belong to an app. Pure. */

export type AppLinks = {
  iosApps: { team_id: string; bundle_id: string }[];
  androidApps: { package_name: string; sha256_cert_fingerprints: string[] }[];
  /** Pasted files stand before those made from the apps. */
  appleFile: string | null;
  androidFile: string | null;
};

export type LinkFile = "apple-app-site-association" | "assetlinks.json";

/** The first is where Apple looks, the second where it once did. */
export const filePaths: Record<string, LinkFile> = {
  "/.well-known/apple-app-site-association": "apple-app-site-association",
  "/apple-app-site-association": "apple-app-site-association",
  "/.well-known/assetlinks.json": "assetlinks.json",
};

/** Null: there is nothing to say. */
export function fileText(file: LinkFile, links: AppLinks): string | null {
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
            { "#": "no_universal_links", exclude: true, comment: "A link that is to stay in the browser" },
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

type Listed = { ids: string[] };

/** The apps that a file names, whoever wrote it. */
export function appsIn(file: LinkFile, value: unknown): Listed {
  const ids: string[] = [];
  const add = (id: unknown) => {
    if (typeof id === "string") ids.push(id);
  };
  if (file === "assetlinks.json") {
    for (const statement of listOf(value)) add(field(field(statement, "target"), "package_name"));
  } else {
    for (const detail of listOf(field(field(value, "applinks"), "details"))) {
      add(field(detail, "appID"));
      for (const id of listOf(field(detail, "appIDs"))) add(id);
    }
  }
  return { ids };
}

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
