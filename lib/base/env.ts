import { z } from "zod";
import { readDatabaseUrl } from "@/lib/base/database-url";

/** An unusable setting. The message is one line for the person who started the server. */
export class BadSetting extends Error {}

const optional = z
  .string()
  .trim()
  .optional()
  .transform((value) => (value === undefined || value === "" ? undefined : value));

const wholeNumber = (fallback: number, min: number, max: number) =>
  optional.transform((value, context) => {
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    context.addIssue({ code: "custom", message: `must be a whole number from ${min} to ${max}` });
    return z.NEVER;
  });

const url = (protocols: string[]) =>
  optional.transform((value, context) => {
    if (value === undefined) return undefined;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    context.addIssue({
      code: "custom",
      message: `must begin with ${protocols.map((p) => `${p}//`).join(" or ")}`,
    });
    return z.NEVER;
  });

/** Only the form of the address is checked here; the start makes the connection. */
const databaseUrl = optional.transform((value, context) => {
  if (value === undefined) return undefined;
  try {
    readDatabaseUrl(value);
    return value;
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
    return z.NEVER;
  }
});

/** Links and cookies are made from this address, and hosts are compared with it, so it must be a bare origin. */
const origin = optional.transform((value, context) => {
  if (value === undefined) return undefined;
  const at = URL.canParse(value) ? new URL(value) : null;
  if (at && /^https?:$/.test(at.protocol)) {
    const more = [
      ...(at.username || at.password ? ["a user or password"] : []),
      ...(/^\/+$/.test(at.pathname) ? [] : ["a path"]),
      ...(value.includes("?") ? ["a query"] : []),
      ...(value.includes("#") ? ["a fragment"] : []),
    ];
    if (more.length === 0) return value;
    const message = `must end with the host or port, but has ${more.join(" and ")}; Cairn needs the root path of a host`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }
  context.addIssue({ code: "custom", message: "must begin with https:// or http://" });
  return z.NEVER;
});

const appleUrl = optional.transform((value, context) => {
  if (value === "off") return null;
  const address = value ?? "https://api-adservices.apple.com/api/v1/";
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  context.addIssue({ code: "custom", message: "must begin with https:// or http://, or be off" });
  return z.NEVER;
});

const callsPerSecond = optional.transform((value, context) => {
  if (value === "off") return Number.POSITIVE_INFINITY;
  if (value === undefined) return 1_000;
  if (/^[1-9]\d{0,5}$/.test(value)) return Number(value);
  context.addIssue({ code: "custom", message: "must be a number of calls a second from 1, or off" });
  return z.NEVER;
});

/** The first name is the default. */
const oneOf = <const Names extends [string, ...string[]]>(names: Names) =>
  optional.transform((value, context): Names[number] => {
    if (value === undefined || names.includes(value)) return value ?? names[0];
    context.addIssue({ code: "custom", message: `must be one of ${names.join(", ")}` });
    return z.NEVER;
  });

/** `name=value,name=value` with percent-encoded values, the format of OpenTelemetry for headers. */
const pairs = optional.transform((value, context): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const pair of value?.split(",") ?? []) {
    const [, name, text = ""] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    try {
      if (name) found[name] = decodeURIComponent(text);
      else throw new URIError();
    } catch {
      context.addIssue({ code: "custom", message: "must be name=value pairs, separated by commas" });
    }
  }
  return found;
});

const share = optional.transform((value, context) => {
  const number = Number(value ?? 1);
  if (number >= 0 && number <= 1) return number;
  context.addIssue({ code: "custom", message: "must be a number from 0 to 1" });
  return z.NEVER;
});

/** The base address of an outside service, without a slash at the end. */
const addressSetting = (defaultValue: string) =>
  url(["http:", "https:"]).transform((value) => (value ?? defaultValue).replace(/\/+$/, ""));

/** In seconds; the time limits of calls are made for it. */
const defaultDatabaseTimeout = 15;

/** One of OWASP's settings for scrypt. */
const fullPasswordCost = 15;

const settings = z.object({
  NODE_ENV: optional,
  PORT: wholeNumber(3000, 1, 65_535),
  HOST: optional,
  APP_URL: origin,
  DATA_DIR: optional.transform((value) => value ?? ".data"),
  /** The folder in which projects may store scheduled files; without one, they use other storage. */
  EXPORT_FOLDER: optional,
  /** Whether members and assistants may run SQL. */
  QUERY_PAGE: optional.transform((value) => value !== "off"),
  DATABASE_URL: databaseUrl,
  /** The folder of the embedded server's Unix socket; the launcher sets it together with DATABASE_URL. */
  DATABASE_SOCKET: optional,
  /** The address at which the embedded server accepts connections of SQL roles; none by default. */
  DATABASE_LISTEN: optional.refine((value) => !value || /^[\w.-]+:\d{2,5}$/.test(value), {
    error: "must be an address and a port, such as 127.0.0.1:5433",
  }),
  DATABASE_REPLICA_URL: databaseUrl,
  /** The seconds a replica may lag before reports are read from the primary. */
  DATABASE_REPLICA_LAG: wholeNumber(10, 1, 3_600),
  DATABASE_POOL: wholeNumber(10, 1, 200),
  /** The seconds that a statement may take. Waiting for a lock may take a third of that. */
  DATABASE_TIMEOUT: wholeNumber(defaultDatabaseTimeout, 3, 3_600),
  /** "off" for poolers in transaction mode, which make prepared statements hang. */
  DATABASE_PREPARE: optional.transform((value) => value !== "off"),
  REDIS_URL: url(["redis:", "rediss:"]),
  /** The milliseconds that a call waits for Redis before the process decides alone. */
  REDIS_TIMEOUT: wholeNumber(50, 10, 60_000),
  CRON_SECRET: optional,
  /** The bearer token that /api/metrics requires. Without one, it answers only programs on the same machine. */
  METRICS_TOKEN: optional,
  /** Apple's endpoint for tokens of its ad service; "off" sends no request. */
  APPLE_ADSERVICES_URL: appleUrl,
  APPLE_LOOKUP_URL: addressSetting("https://itunes.apple.com/lookup"),
  GOOGLE_PLAY_URL: addressSetting("https://play.google.com/store/apps/details"),
  /** The ad networks' endpoints for costs of ad accounts, with the version of each interface. */
  META_ADS_URL: addressSetting("https://graph.facebook.com/v24.0"),
  GOOGLE_ADS_URL: addressSetting("https://googleads.googleapis.com/v23"),
  GOOGLE_TOKEN_URL: addressSetting("https://oauth2.googleapis.com/token"),
  TIKTOK_ADS_URL: addressSetting("https://business-api.tiktok.com/open_api/v1.3"),
  APPLE_ADS_URL: addressSetting("https://api.searchads.apple.com/api/v5"),
  APPLE_TOKEN_URL: addressSetting("https://appleid.apple.com/auth/oauth2/token"),
  SNAP_ADS_URL: addressSetting("https://adsapi.snapchat.com/v1"),
  SNAP_TOKEN_URL: addressSetting("https://accounts.snapchat.com/login/oauth2/access_token"),
  REDDIT_ADS_URL: addressSetting("https://ads-api.reddit.com/api/v3"),
  REDDIT_TOKEN_URL: addressSetting("https://www.reddit.com/api/v1/access_token"),
  /** The stores' servers that confirm purchases. */
  APP_STORE_URL: addressSetting("https://api.storekit.itunes.apple.com"),
  APP_STORE_SANDBOX_URL: addressSetting("https://api.storekit-sandbox.itunes.apple.com"),
  GOOGLE_PUBLISHER_URL: addressSetting("https://androidpublisher.googleapis.com"),
  /** The keys with which Google signs the tokens of its notifications. */
  GOOGLE_CERTS_URL: addressSetting("https://www.googleapis.com/oauth2/v3/certs"),
  /** The push services that report whether an app is still installed. */
  FCM_URL: addressSetting("https://fcm.googleapis.com"),
  APNS_URL: addressSetting("https://api.push.apple.com"),
  APNS_SANDBOX_URL: addressSetting("https://api.sandbox.push.apple.com"),
  /**
   * Receivers in the operator's own network, as host:port. Destinations may use them although their addresses are
   * private.
   */
  OUTBOUND_ALLOW: optional.transform((value) =>
    (value ?? "")
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean),
  ),
  /** Overrides of the addresses of ad networks' interfaces, by kind of destination: `meta=https://…,snap=…`. */
  OUTBOUND_URLS: pairs,
  /** The server and the sender of emails with alerts and scheduled reports. Without both, no email is ever sent. */
  SMTP_URL: url(["smtp:", "smtps:"]),
  MAIL_FROM: optional,
  TRUSTED_PROXY_HOPS: wholeNumber(0, 0, 10),
  /** A table of countries (MMDB) instead of the bundled one; null to use no table. */
  COUNTRY_DATABASE: optional.transform((value) => (value === "off" ? null : value)),
  /**
   * The calls per second that members of a project may allow; above it only the operator sets limits. Infinite for
   * "off".
   */
  PROJECT_LIMIT_CEILING: callsPerSecond,
  SERVER_KEY_HEADERS: optional.transform((value) =>
    (value ?? "service-key,linkrunner-key")
      .split(",")
      .map((name) => name.trim().toLowerCase())
      .filter((name) => /^[a-z0-9-]+$/.test(name)),
  ),
  /** The time for which a process goes on serving after SIGTERM, so that balancers notice and no connection is cut. */
  DRAIN_SECONDS: wholeNumber(3, 0, 60),
  NEXTAUTH_SECRET: optional,
  /** The cost of a password's hash as a power of two. The test suite sets a lower one, which all other programs refuse. */
  PASSWORD_COST: wholeNumber(fullPasswordCost, 1, fullPasswordCost),
  ENCRYPTION_KEY: optional,
  GITHUB_ID: optional,
  GITHUB_SECRET: optional,
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  LOG_LEVEL: optional.transform((value) => value ?? "info"),
  /** Selects the calls with a line in the log at level info. */
  LOG_REQUESTS: oneOf(["all", "errors", "off"]),
  /** An OpenTelemetry collector (OTLP over HTTP); without one, no tracing code is loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url(["http:", "https:"]).transform((value) => value?.replace(/\/+$/, "")),
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_SERVICE_NAME: optional.transform((value) => value ?? "cairn"),
  OTEL_TRACES_SAMPLER: oneOf([
    "parentbased_always_on",
    "parentbased_always_off",
    "parentbased_traceidratio",
    "always_on",
    "always_off",
    "traceidratio",
  ]),
  /** The share of traces that the ratio samplers take. */
  OTEL_TRACES_SAMPLER_ARG: share,
  NEXT_DIST_DIR: optional.transform((value) => value ?? ".next"),
  /** A secret that the front passes to its Next child. It proves that a request passed through the front. */
  CAIRN_FRONT_SECRET: optional,
  /** The test suite sets a file here; every distinct SQL statement is appended to it. */
  CAIRN_RECORD_SQL: optional,
});

export type Env = Omit<z.output<typeof settings>, "APP_URL"> & { APP_URL: string };

function readEnv(source: Record<string, string | undefined>): Env {
  const parsed = settings.safeParse(source);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new BadSetting(`${String(issue?.path[0])} ${issue?.message ?? "is not valid"}.`);
  }
  if ((parsed.data.SMTP_URL === undefined) !== (parsed.data.MAIL_FROM === undefined))
    throw new BadSetting("Set both SMTP_URL and MAIL_FROM, or neither.");
  if (parsed.data.PASSWORD_COST < fullPasswordCost && parsed.data.NODE_ENV !== "test")
    throw new BadSetting("PASSWORD_COST is only for tests.");
  const appUrl = (parsed.data.APP_URL ?? `http://localhost:${parsed.data.PORT}`).replace(/\/+$/, "");
  return { ...parsed.data, APP_URL: appUrl };
}

let current: Env | null = null;

/** The settings, read once, on first use: launchers may complete `process.env` before that. */
export const env: Env = new Proxy({} as Env, {
  get(_target, name) {
    current ??= readEnv(process.env);
    return current[name as keyof Env];
  },
});

/** Lets launchers add settings to this process and its children, such as an address that they determined. */
export function completeEnv(values: Record<string, string>): void {
  Object.assign(process.env, values);
  current = null;
}

/** The time limit of a call, longer by the time that DATABASE_TIMEOUT allows a statement beyond its default. */
export const callTimeoutMs = (defaultMs: number): number =>
  defaultMs + Math.max(0, env.DATABASE_TIMEOUT - defaultDatabaseTimeout) * 1_000;
