import { LRUCache } from "lru-cache";
import { hashOfSecret, isProjectToken, isServerKey, isSiteToken } from "@/lib/accounts/access/credentials";
import { type CallLimits, limitsFrom } from "@/lib/accounts/access/limits";
import { type Project, projectFromRow } from "@/lib/accounts/access/project";
import {
  findInstanceLimits,
  findProject,
  findProjectTokens,
  findServerKey,
  findSiteTokens,
  type ProjectTokenRow,
  type SiteTokenRow,
  touchServerKey,
  touchSigningKey,
} from "@/lib/accounts/access/queries";
import { type SigningKey, type SigningSettings, signingSettings } from "@/lib/accounts/access/signature";
import { originsOfProject } from "@/lib/accounts/access/site-origins";
import { rememberHaveErased } from "@/lib/accounts/erased/erased";
import { describeError, log } from "@/lib/base/log";
import { Batcher } from "@/lib/platform/batch";
import { decrypt } from "@/lib/platform/encryption";

export type ServerCaller = {
  project: Project;
  keyId: number;
  keyPrefix: string;
  scopes: ReadonlySet<string>;
};
export type AppCaller = {
  project: Project;
  token: string;
  signing: SigningSettings & { keys: SigningKey[] };
  /** Until then, the calls of some of its devices may be watched. */
  watchedUntil: Date | null;
};

export type SiteCaller = { project: Project; token: string; origins: ReadonlySet<string> };

/**
 * A credential is looked up again after a second. So a revocation, a suspension or a changed limit takes effect at
 * once, and a busy caller still costs only one look-up a second. Simultaneous look-ups of one credential are merged.
 */
const fresh = 1_000;

type Known<T> = { value: T | null; expiresAt: number };

function remembered<T>(load: (secret: string) => Promise<Known<T>>) {
  const cache = new LRUCache<string, Known<T>>({ max: 20_000, ttl: fresh });
  const loading = new Map<string, Promise<Known<T>>>();
  return {
    isFresh: (secret: string) => cache.has(secret),
    async get(secret: string, now: Date): Promise<T | null> {
      let known = cache.get(secret);
      if (!known) {
        let load_ = loading.get(secret);
        if (!load_) {
          load_ = load(secret).finally(() => loading.delete(secret));
          loading.set(secret, load_);
        }
        known = await load_;
        cache.set(secret, known);
      }
      return known.expiresAt > now.getTime() ? known.value : null;
    },
  };
}

const expiry = (at: Date | null) => at?.getTime() ?? Number.POSITIVE_INFINITY;

const serverKeys = remembered<ServerCaller>(async (key) => {
  const row = await findServerKey(hashOfSecret(key));
  if (!row) return { value: null, expiresAt: Number.POSITIVE_INFINITY };
  touchServerKey(row.key_id).catch((error) =>
    log().warn(describeError(error), "the last use of a server key could not be stored"),
  );
  return {
    value: {
      project: projectFromRow(row),
      keyId: row.key_id,
      keyPrefix: row.prefix,
      scopes: new Set(row.scopes),
    },
    expiresAt: expiry(row.expires_at),
  };
});

/** Invented tokens that arrive together share one statement, so a flood of them does not crowd out real ones. */
const tokenLookUps = new Batcher<string, ProjectTokenRow | null>({
  name: "tokens",
  run: findProjectTokens,
  extraRows: 16,
});

/** Shows if a row's project has erased any user, as of the time of the query. */
async function withErased<Row extends ProjectTokenRow | SiteTokenRow>(
  lookUps: Batcher<string, Row | null>,
  token: string,
): Promise<Row | null> {
  const tick = performance.now();
  const row = await lookUps.add(token);
  if (row) rememberHaveErased(row.project_id, row.has_erased, tick);
  return row;
}

const tokens = remembered<AppCaller>(async (token) => {
  const row = await withErased(tokenLookUps, token);
  return row
    ? {
        value: {
          project: projectFromRow(row),
          token,
          signing: signingOf(row),
          watchedUntil: row.watched_until,
        },
        expiresAt: expiry(row.expires_at),
      }
    : { value: null, expiresAt: Number.POSITIVE_INFINITY };
});

const siteTokenLookUps = new Batcher<string, SiteTokenRow | null>({
  name: "site-tokens",
  run: findSiteTokens,
});

const siteTokens = remembered<SiteCaller>(async (token) => {
  const row = await withErased(siteTokenLookUps, token);
  if (!row) return { value: null, expiresAt: Number.POSITIVE_INFINITY };
  const project = projectFromRow(row);
  return {
    value: { project, token, origins: new Set(originsOfProject(project.settings)) },
    expiresAt: expiry(row.expires_at),
  };
});

export const signingKeyContext = (project: number, keyId: string) => `signing key ${project} ${keyId}`;

function signingOf({ project_id, settings, signing_keys }: ProjectTokenRow): AppCaller["signing"] {
  const keys = signing_keys.flatMap(({ id, key_id, secret: encrypted, expires_at }) => {
    const secret = decrypt(Buffer.from(encrypted, "hex"), signingKeyContext(project_id, key_id));
    if (secret === null)
      log().warn({ key: key_id }, "a signing key can't be decrypted with this ENCRYPTION_KEY");
    return secret === null
      ? []
      : [{ id, keyId: key_id, secret, expiresAt: expires_at === null ? null : new Date(expires_at) }];
  });
  return { ...signingSettings(settings), keys };
}

const touched = new LRUCache<number, true>({ max: 20_000, ttl: 60_000 });

/** The last use is stored at most once a minute. */
export function signingKeyUsed(id: number): void {
  if (touched.has(id)) return;
  touched.set(id, true);
  touchSigningKey(id).catch((error) =>
    log().warn(describeError(error), "the last use of a signing key could not be stored"),
  );
}

const instance = remembered<CallLimits>(async () => ({
  value: limitsFrom(await findInstanceLimits()),
  expiresAt: Number.POSITIVE_INFINITY,
}));

/** An invalid key or token is recognized by its form alone, without the database. */
export const serverCaller = {
  isCheap: (key: string) => !isServerKey(key) || serverKeys.isFresh(key),
  find: (key: string, now: Date) => (isServerKey(key) ? serverKeys.get(key, now) : null),
};

export const appCaller = {
  find: (token: string, now: Date) => (isProjectToken(token) ? tokens.get(token, now) : null),
};

export const siteCaller = {
  find: (token: string, now: Date) => (isSiteToken(token) ? siteTokens.get(token, now) : null),
};

export const instanceLimits = async (now: Date): Promise<CallLimits> => (await instance.get("", now))!;

/**
 * The project for background work, which needs no credential from outside. Also null while the project moves to another
 * instance, which continues all pending work.
 */
export async function backgroundProject(id: number): Promise<Project | null> {
  const project = await sharedProject(id);
  return project?.frozen ? null : project;
}

/** The project for readers of figures, by a link that was checked. */
export async function sharedProject(id: number): Promise<Project | null> {
  const row = await findProject(id);
  return row && projectFromRow(row);
}
