/**
 * Everything that is stored, in this order: members and accounts, projects, facts, counted figures.
 *
 * "Reference" tables are small and global. "Data" tables carry `project_id` in every key, so that any shard is a plain
 * Postgres; see CONTRIBUTING, "Storage rules".
 */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });
const varbit = customType<{ data: string }>({ dataType: () => "bit varying" });
const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const createdAt = () => at("created_at").notNull().defaultNow();
const id = () => bigint("id", { mode: "number" }).generatedAlwaysAsIdentity();
const projectId = () => bigint("project_id", { mode: "number" }).notNull();
/** For facts sent later than they happened: the time by the device's own clock, and the time of arrival here. */
const reportedTimes = () => ({ deviceAt: at("device_at"), arrivedAt: at("arrived_at") });

/* ------------------------------------------------------------------ who -- */

export const accounts = pgTable("accounts", {
  id: id().primaryKey(),
  name: text("name").notNull(),
  createdAt: createdAt(),
});

/** People who sign in here. */
export const members = pgTable(
  "members",
  {
    id: id().primaryKey(),
    email: text("email").notNull(),
    name: text("name").notNull().default(""),
    /** scrypt with its parameters, or null for a member who only signs in through another service. */
    passwordHash: text("password_hash"),
    /** Raised to end every session of the member at once. */
    sessionVersion: integer("session_version").notNull().default(1),
    /** How figures and days are written for the member; null follows the browser. */
    locale: text("locale"),
    createdAt: createdAt(),
    lastSeenAt: at("last_seen_at"),
  },
  (t) => [uniqueIndex("members_email").on(sql`lower(${t.email})`)],
);

export const memberships = pgTable(
  "memberships",
  {
    accountId: bigint("account_id", { mode: "number" })
      .notNull()
      .references(() => accounts.id),
    memberId: bigint("member_id", { mode: "number" })
      .notNull()
      .references(() => members.id),
    role: text("role").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.memberId] }), index("memberships_member").on(t.memberId)],
);

export const invitations = pgTable("invitations", {
  id: id().primaryKey(),
  accountId: bigint("account_id", { mode: "number" })
    .notNull()
    .references(() => accounts.id),
  email: text("email").notNull(),
  role: text("role").notNull(),
  tokenHash: bytea("token_hash").notNull().unique(),
  createdBy: bigint("created_by", { mode: "number" }),
  createdAt: createdAt(),
  expiresAt: at("expires_at").notNull(),
  acceptedAt: at("accepted_at"),
});

/** The sessions of members in their browsers. A cookie is valid only while its row exists. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    memberId: bigint("member_id", { mode: "number" })
      .notNull()
      .references(() => members.id),
    /** A readable name such as "Firefox on Linux". */
    browser: text("browser").notNull(),
    begunAt: at("begun_at").notNull().defaultNow(),
    seenAt: at("seen_at").notNull().defaultNow(),
  },
  (t) => [index("sessions_member").on(t.memberId)],
);

/** The places of members' earlier sign-ins, as keyed hashes. Guesses by others do not lock members out there. */
export const memberPlaces = pgTable(
  "member_places",
  {
    memberId: bigint("member_id", { mode: "number" })
      .notNull()
      .references(() => members.id),
    key: bytea("key").notNull(),
    seenAt: at("seen_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.key] })],
);

/** One row for each name, such as the hash of the first-run setup link. */
export const instanceSettings = pgTable("instance_settings", {
  name: text("name").primaryKey(),
  value: jsonb("value").notNull(),
  updatedAt: at("updated_at").notNull().defaultNow(),
});

/* -------------------------------------------------------- what they run -- */

export const projects = pgTable(
  "projects",
  {
    id: id().primaryKey(),
    accountId: bigint("account_id", { mode: "number" })
      .notNull()
      .references(() => accounts.id),
    name: text("name").notNull(),
    slug: text("slug").notNull().unique(),
    platforms: text("platforms").array().notNull().default(sql`'{IOS,ANDROID}'`),
    timeZone: text("time_zone").notNull().default("UTC"),
    currency: text("currency").notNull().default("USD"),
    /** The first day of its weeks: `monday`, `saturday` or `sunday`. */
    weekStartsOn: text("week_starts_on").notNull().default("monday"),
    website: text("website"),
    /** The destination of links whose campaign has ended: `page`, `website`, `store`, or an address. */
    endedLinks: text("ended_links").notNull().default("store"),
    /** The colour of its link pages, as `#rrggbb`. */
    linkColor: text("link_color"),
    suspendedAt: at("suspended_at"),
    paymentLink: text("payment_link"),
    /**
     * Until then some device's calls may be watched. After it, calls are answered without looking for watched devices.
     */
    watchedUntil: at("watched_until"),
    /** Since then no data is stored or sent, because the project moves to another instance. */
    frozenAt: at("frozen_at"),
    /** The address of the instance that the project moved to, and a host of its links there. */
    movedAddress: text("moved_address"),
    movedLinks: text("moved_links"),
    /** The project's number on the other instance, if known. */
    movedNumber: bigint("moved_number", { mode: "number" }),
    /** An archived project is hidden from members' lists; all else works as before. */
    archivedAt: at("archived_at"),
    /** The days of activity that a sample project has so far; null for a real project. */
    sampleDays: smallint("sample_days"),
    /** Attribution windows and switches that differ from the defaults in lib/attribution. */
    settings: jsonb("settings").notNull().default({}),
    createdAt: createdAt(),
    updatedAt: at("updated_at").notNull().defaultNow(),
    deletedAt: at("deleted_at"),
  },
  (t) => [
    index("projects_account").on(t.accountId),
    // This index is nearly always empty: every statement that stores facts reads it.
    index("projects_frozen").on(t.id).where(sql`${t.frozenAt} is not null`),
    index("projects_unfilled_sample").on(t.id).where(sql`${t.sampleDays} < 30`),
  ],
);

/**
 * Members of single projects, who do not see the rest of the account. Members in `memberships` have no row here. Only
 * the account has owners.
 */
export const projectMembers = pgTable(
  "project_members",
  {
    projectId: projectId().references(() => projects.id),
    memberId: bigint("member_id", { mode: "number" })
      .notNull()
      .references(() => members.id),
    role: text("role").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.memberId] }),
    index("project_members_member").on(t.memberId),
    check("project_members_role", sql`${t.role} in ('viewer', 'marketer', 'admin')`),
  ],
);

/** The projects of an invitation that is not for the whole account; its role is `projects`, which no account grants. */
export const invitationProjects = pgTable(
  "invitation_projects",
  {
    invitationId: bigint("invitation_id", { mode: "number" })
      .notNull()
      .references(() => invitations.id, { onDelete: "cascade" }),
    projectId: projectId().references(() => projects.id),
    role: text("role").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.invitationId, t.projectId] }),
    index("invitation_projects_project").on(t.projectId),
    check("invitation_projects_role", sql`${t.role} in ('viewer', 'marketer', 'admin')`),
  ],
);

/** Deleted projects, until all of their data is removed. */
export const projectRemovals = pgTable("project_removals", {
  projectId: projectId()
    .primaryKey()
    .references(() => projects.id),
  deletedBy: text("deleted_by").notNull(),
  /** Until then the project can be restored. */
  removeAfter: at("remove_after").notNull(),
  begunAt: at("begun_at"),
  /** The progress of the removal: finished tables, all tables, and deleted rows. */
  done: integer("done").notNull().default(0),
  total: integer("total").notNull().default(0),
  removed: bigint("removed", { mode: "number" }).notNull().default(0),
});

/**
 * Projects that are imported from another instance; they are hidden until the import is complete. Progress is stored in
 * the same transaction as the rows, so that an interrupted import continues.
 */
export const projectImports = pgTable("project_imports", {
  projectId: projectId()
    .primaryKey()
    .references(() => projects.id),
  /** Identifies one export: another export of the same project starts over. */
  exportId: uuid("export_id").notNull(),
  /** Identifies the project on its source instance, for all exports. */
  origin: text("origin").notNull(),
  /** The last stored part of the export, its table, and the number of its stored rows. */
  storedPart: integer("stored_part").notNull().default(-1),
  tableName: text("table_name").notNull().default(""),
  rows: bigint("rows", { mode: "number" }).notNull().default(0),
  /** The digest of the export up to there. An import continues only from a file with the same digest. */
  storedDigest: text("stored_digest").notNull().default(""),
  /** The account was created for this import, and is deleted with it if the import is not completed. */
  createdAccount: boolean("created_account").notNull().default(false),
  begunAt: at("begun_at").notNull().defaultNow(),
  touchedAt: at("touched_at").notNull().defaultNow(),
});

/**
 * The folders in which processes spool clicks while the database is down, with the last reported size. An empty folder
 * whose processes have ended has no row.
 */
export const clickSpools = pgTable("click_spools", {
  id: uuid("id").primaryKey(),
  host: text("host").notNull(),
  folder: text("folder").notNull(),
  bytes: bigint("bytes", { mode: "number" }).notNull(),
  reportedAt: at("reported_at").notNull().defaultNow(),
});

/** The public identifier an app sends. Rotating leaves the old one valid until `expires_at`. */
export const projectTokens = pgTable(
  "project_tokens",
  {
    token: text("token").primaryKey(),
    projectId: projectId().references(() => projects.id),
    createdAt: createdAt(),
    expiresAt: at("expires_at"),
  },
  (t) => [index("project_tokens_project").on(t.projectId)],
);

/** The public identifier that a customer's websites send. It is created on request, and rotated like app tokens. */
export const siteTokens = pgTable(
  "site_tokens",
  {
    token: text("token").primaryKey(),
    projectId: projectId().references(() => projects.id),
    createdAt: createdAt(),
    expiresAt: at("expires_at"),
  },
  (t) => [index("site_tokens_project").on(t.projectId)],
);

export const serverKeys = pgTable(
  "server_keys",
  {
    id: id().primaryKey(),
    projectId: projectId().references(() => projects.id),
    name: text("name").notNull(),
    prefix: text("prefix").notNull(),
    hash: bytea("hash").notNull().unique(),
    createdBy: bigint("created_by", { mode: "number" }),
    createdAt: createdAt(),
    lastUsedAt: at("last_used_at"),
    expiresAt: at("expires_at"),
    revokedAt: at("revoked_at"),
    /** The new key that replaced this one; a key is rotated only once. */
    replacedBy: bigint("replaced_by", { mode: "number" }),
    /** The interfaces and data that the key may use; see lib/accounts/access/scopes. */
    scopes: text("scopes").array().notNull().default(sql`'{api}'`),
  },
  (t) => [index("server_keys_project").on(t.projectId)],
);

/**
 * The keys that apps sign their calls with, if the project uses signatures. They are encrypted and not hashed, because
 * checking a signature needs the secret.
 */
export const signingKeys = pgTable(
  "signing_keys",
  {
    id: id().primaryKey(),
    projectId: projectId().references(() => projects.id),
    name: text("name").notNull(),
    /** The name that apps send for the key. */
    keyId: text("key_id").notNull().unique(),
    /** Encrypted; null once the key is revoked. */
    secret: bytea("secret"),
    createdBy: bigint("created_by", { mode: "number" }),
    createdAt: createdAt(),
    lastUsedAt: at("last_used_at"),
    expiresAt: at("expires_at"),
    revokedAt: at("revoked_at"),
    /** The new key that replaced this one, as in `server_keys`. */
    replacedBy: bigint("replaced_by", { mode: "number" }),
  },
  (t) => [index("signing_keys_project").on(t.projectId)],
);

/** The verified hosts of a project's links, which are served. A host belongs to one project of the whole instance. */
export const domains = pgTable(
  "domains",
  {
    id: id().primaryKey(),
    projectId: projectId().references(() => projects.id),
    host: text("host").notNull().unique(),
    isPrimary: boolean("is_primary").notNull().default(false),
    verification: text("verification").notNull(),
    verifiedAt: at("verified_at"),
    checkedAt: at("checked_at"),
    checkResult: jsonb("check_result"),
    createdAt: createdAt(),
    /** dns, operator or local; `before` for hosts that were served before a proof was required. */
    provedBy: text("proved_by"),
  },
  (t) => [
    index("domains_project").on(t.projectId),
    uniqueIndex("domains_primary").on(t.projectId).where(sql`${t.isPrimary}`),
  ],
);

/**
 * Hosts that a project claims without proof; they are not served. Several projects may claim one. The project that
 * proves it gets a row in `domains` under the same ID, which therefore comes from the same sequence.
 */
export const domainClaims = pgTable(
  "domain_claims",
  {
    id: bigint("id", { mode: "number" }).primaryKey(),
    projectId: projectId().references(() => projects.id),
    host: text("host").notNull(),
    verification: text("verification").notNull(),
    /** It becomes the primary domain once it is proved. */
    wantsPrimary: boolean("wants_primary").notNull().default(false),
    checkedAt: at("checked_at"),
    checkResult: jsonb("check_result"),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("domain_claims_project").on(t.projectId, t.host)],
);

/** Limits that differ from the interface's table, for one project or (project 0) the instance. */
export const limitSettings = pgTable(
  "limit_settings",
  {
    projectId: projectId(),
    group: text("group").notNull(),
    /** Null means no limit. */
    perSecond: integer("per_second"),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.group] })],
);

/** The number of days for which each kind of data is kept, for one project or (project 0) the instance. */
export const retentionSettings = pgTable(
  "retention_settings",
  {
    projectId: projectId(),
    kind: text("kind").notNull(),
    /** Null means forever. */
    days: integer("days"),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.kind] })],
);

/** The display IDs of an account; a custom ID is unique over all of its projects. */
export const displayIds = pgTable(
  "display_ids",
  {
    accountId: bigint("account_id", { mode: "number" }).notNull(),
    displayId: text("display_id").notNull(),
    projectId: projectId(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.displayId] })],
);

/** The log of changes, with author and time. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: id().primaryKey(),
    accountId: bigint("account_id", { mode: "number" }).notNull(),
    projectId: bigint("project_id", { mode: "number" }),
    memberId: bigint("member_id", { mode: "number" }),
    /** The member's email at the time, `server key <prefix>`, or `command line`. */
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    target: text("target").notNull().default(""),
    detail: jsonb("detail").notNull().default({}),
    at: at("at").notNull().defaultNow(),
  },
  (t) => [index("audit_log_account").on(t.accountId, t.id), index("audit_log_project").on(t.projectId, t.id)],
);

/** Addresses that do not belong to a home, from lists that the operator loaded: data centres, proxies, Tor. */
export const addressLists = pgTable("address_lists", {
  name: text("name").primaryKey(),
  /** Prefixes such as 192.0.2.0/24. */
  ranges: text("ranges").array().notNull(),
  loadedAt: at("loaded_at").notNull().defaultNow(),
});

/* All tables from here on are data tables. */

export const storeListings = pgTable(
  "store_listings",
  {
    projectId: projectId(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    platform: text("platform").notNull(),
    url: text("url").notNull(),
    /** Apple's numeric ID or the Android package, read from the URL. */
    appId: text("app_id").notNull(),
    /** `ppid` of a custom product page or `listing` of a custom store listing. */
    pageId: text("page_id"),
    /** The store's data about the app, shown on link pages; null until it was read. */
    appName: text("app_name"),
    appRating: doublePrecision("app_rating"),
    appRatings: bigint("app_ratings", { mode: "number" }),
    appIcon: bytea("app_icon"),
    /** Up to three screenshots. */
    appPictures: bytea("app_pictures").array(),
    appReadAt: at("app_read_at"),
    /** The time since which the project claims this app, the same for all of its listings of the app. */
    appClaimedAt: at("app_claimed_at").notNull().defaultNow(),
    /** The time at which the operator assigned the app to this project. */
    appSettledAt: at("app_settled_at"),
    createdAt: createdAt(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    /** Finds the project of an app, among all projects, for a postback from Apple. */
    index("store_listings_app").on(t.appId),
  ],
);

/** The settings that connect a project's apps with iOS and Android; the link files of its hosts are made from them. */
export const appLinks = pgTable("app_links", {
  projectId: projectId().primaryKey(),
  /** `{team_id, bundle_id}` */
  iosApps: jsonb("ios_apps").notNull().default([]),
  /** `{package_name, sha256_cert_fingerprints}` */
  androidApps: jsonb("android_apps").notNull().default([]),
  /** A pasted file replaces the one generated from the apps. */
  appleFile: text("apple_file"),
  androidFile: text("android_file"),
  updatedAt: at("updated_at").notNull().defaultNow(),
});

export const affiliates = pgTable(
  "affiliates",
  {
    projectId: projectId(),
    id: id(),
    name: text("name").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex("affiliates_name").on(t.projectId, sql`lower(replace(${t.name}, ' ', '_'))`),
  ],
);

/** A project's own ad networks, next to the built-in ones of lib/campaigns/networks. */
export const customNetworks = pgTable(
  "custom_networks",
  {
    projectId: projectId(),
    /** The name, with underscores instead of spaces. Campaigns, clicks and destinations store it as their network. */
    code: text("code").notNull(),
    /** The link parameter with the network's click ID. */
    clickParameter: text("click_parameter"),
    /** The link parameter with the site or app that showed the ad. */
    publisherParameter: text("publisher_parameter"),
    /** The parameters that the network appends to links, with its own macros. */
    linkParameters: text("link_parameters").notNull().default(""),
    createdAt: createdAt(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.code] }),
    uniqueIndex("custom_networks_name").on(t.projectId, sql`lower(replace(${t.code}, '-', '_'))`),
  ],
);

export const networkAccounts = pgTable(
  "network_accounts",
  {
    projectId: projectId(),
    id: id(),
    network: text("network").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull().default(""),
    status: text("status").notNull().default("ACTIVE"),
    accountName: text("account_name"),
    externalId: text("external_id"),
    currency: text("currency"),
    /** Encrypted with ENCRYPTION_KEY. */
    credentials: bytea("credentials"),
    createdAt: createdAt(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
);

export const campaigns = pgTable(
  "campaigns",
  {
    projectId: projectId(),
    id: id(),
    displayId: text("display_id").notNull(),
    name: text("name").notNull(),
    isShortlink: boolean("is_shortlink").notNull(),
    deeplink: text("deeplink"),
    website: text("website"),
    androidWebRedirect: text("android_web_redirect"),
    iosWebRedirect: text("ios_web_redirect"),
    /** Null means the project's present primary domain. */
    domainId: bigint("domain_id", { mode: "number" }),
    network: text("network"),
    networkCampaignId: text("network_campaign_id"),
    networkAccountId: bigint("network_account_id", { mode: "number" }),
    webToApp: boolean("web_to_app").notNull().default(false),
    affiliateId: bigint("affiliate_id", { mode: "number" }),
    openInApp: boolean("open_in_app").notNull().default(false),
    socialTitle: text("social_title"),
    socialText: text("social_text"),
    socialImage: text("social_image"),
    /** Null means the project's setting. */
    endedLinks: text("ended_links"),
    /** Other destinations for some visitors, and the split of the remaining ones: see lib/campaigns/link-rules. */
    linkRules: jsonb("link_rules"),
    active: boolean("active").notNull().default(true),
    /** Also null if the campaign ended before this column existed. */
    inactiveSince: at("inactive_since"),
    /** The period and the maximum of clicks. Outside of them, the campaign's links work as if it were inactive. */
    startsAt: at("starts_at"),
    endsAt: at("ends_at"),
    clickLimit: bigint("click_limit", { mode: "number" }),
    /** The days after a return in which events and payments count for the campaign; null for the default. */
    reengagementDays: smallint("reengagement_days"),
    /** Whom it is for: new users, returning users, or both; see lib/campaigns/purposes. */
    purpose: text("purpose").notNull().default("both"),
    tags: text("tags").array().notNull().default(sql`'{}'`),
    isDefault: boolean("is_default").notNull().default(false),
    /** An archived campaign is paused and hidden from the list. Its figures stay in every report. */
    archivedAt: at("archived_at"),
    createdAt: createdAt(),
    updatedAt: at("updated_at").notNull().defaultNow(),
    deletedAt: at("deleted_at"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex("campaigns_display_id").on(t.projectId, t.displayId).where(sql`${t.deletedAt} is null`),
    index("campaigns_newest")
      .on(t.projectId, t.createdAt.desc(), t.id.desc())
      .where(sql`${t.deletedAt} is null`),
    index("campaigns_network").on(t.projectId, t.network, t.networkCampaignId),
    index("campaigns_default").on(t.projectId).where(sql`${t.isDefault}`),
    /** Links of a deleted campaign are still followed. */
    index("campaigns_deleted")
      .on(t.projectId, t.displayId, t.deletedAt)
      .where(sql`${t.deletedAt} is not null`),
  ],
);

/** Named settings that new campaigns begin with: see lib/campaigns/templates. */
export const campaignTemplates = pgTable(
  "campaign_templates",
  {
    projectId: projectId(),
    id: id(),
    name: text("name").notNull(),
    settings: jsonb("settings").notNull(),
    createdAt: createdAt(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex("campaign_templates_name").on(t.projectId, sql`lower(${t.name})`),
  ],
);

/** The key allows one listing for each platform. */
export const campaignStoreListings = pgTable(
  "campaign_store_listings",
  {
    projectId: projectId(),
    campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
    platform: text("platform").notNull(),
    storeListingId: text("store_listing_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.campaignId, t.platform] }),
    index("campaign_store_listings_listing").on(t.projectId, t.storeListingId),
  ],
);

/* -------------------------------------------------------- what happened -- */

const adHierarchy = () => ({
  network: text("network"),
  adSetId: text("ad_set_id"),
  adSetName: text("ad_set_name"),
  creativeId: text("creative_id"),
  creativeName: text("creative_name"),
  keywordId: text("keyword_id"),
  keywordName: text("keyword_name"),
  /** The network's ID of the site or app that showed the ad, as reports count it. */
  publisherId: text("publisher_id"),
});

/**
 * The version of its install's decision under which a fact is counted in the ledger; 0 means not decided yet. A new
 * decision reassigns the facts with another version. So each fact is counted exactly once, in any order of events.
 */
const countedVersion = () => integer("counted_version").notNull().default(0);

/** Clicks and views. Partitioned by `id`, which begins with the time (UUIDv7). */
export const clicks = pgTable(
  "clicks",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    clickedAt: at("clicked_at").notNull(),
    kind: text("kind").notNull(),
    campaignId: bigint("campaign_id", { mode: "number" }),
    /** The reason why it is stored but not counted: bot, preview, prefetch, head, inactive … Null if it counts. */
    notCounted: text("not_counted"),
    isTest: boolean("is_test").notNull().default(false),
    ...adHierarchy(),
    platform: text("platform").notNull(),
    osVersion: text("os_version"),
    deviceModel: text("device_model"),
    browser: text("browser"),
    country: text("country"),
    language: text("language"),
    userAgent: text("user_agent"),
    referrer: text("referrer"),
    addressKey: bytea("address_key"),
    /** The list of anonymizing addresses that contained the click's address when it arrived. */
    addressList: text("address_list"),
    /** The entry of the block list that contained the address on arrival. */
    blockEntryId: bigint("block_entry_id", { mode: "number" }),
    advertisingId: text("advertising_id"),
    /** The click led an Android phone to another destination than Google Play, so that no referrer can name it. */
    noReferrer: boolean("no_referrer"),
    /** The name of the destination that a rule of the campaign chose. */
    linkVariant: text("link_variant"),
    params: jsonb("params").notNull().default({}),
    warnings: text("warnings").array(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index("clicks_address").on(t.projectId, t.addressKey, t.id).where(sql`${t.addressKey} is not null`),
    /** Finds counted clicks quickly, however many uncounted ones there are. */
    index("clicks_counted_address")
      .on(t.projectId, t.addressKey, t.id)
      .where(sql`${t.addressKey} is not null and ${t.notCounted} is null`),
    index("clicks_counted_advertising_id")
      .on(t.projectId, t.advertisingId, t.id)
      .where(sql`${t.advertisingId} is not null and ${t.notCounted} is null`),
    index("clicks_advertising_id")
      .on(t.projectId, t.advertisingId, t.id)
      .where(sql`${t.advertisingId} is not null`),
    /** By Google's ID of the click, which Play's referrer also contains. */
    index("clicks_google")
      .on(
        t.projectId,
        sql`coalesce(${t.params}->>'gclid', ${t.params}->>'gbraid', ${t.params}->>'wbraid')`,
        t.id,
      )
      .where(
        sql`coalesce(${t.params}->>'gclid', ${t.params}->>'gbraid', ${t.params}->>'wbraid') is not null`,
      ),
    /**
     * A click may have two of these IDs, and the referrer either; this index has the clicks with another ID as well.
     */
    index("clicks_google_gbraid")
      .on(t.projectId, sql`(${t.params}->>'gbraid')`, t.id)
      .where(sql`${t.params}->>'gbraid' is not null and ${t.params}->>'gclid' is not null`),
    index("clicks_google_wbraid")
      .on(t.projectId, sql`(${t.params}->>'wbraid')`, t.id)
      .where(
        sql`${t.params}->>'wbraid' is not null and coalesce(${t.params}->>'gclid', ${t.params}->>'gbraid') is not null`,
      ),
    /**
     * Only few clicks have warnings. An index of all clicks of a campaign would make each click a tenth more
     * expensive.
     */
    index("clicks_warnings").on(t.projectId, t.campaignId, t.id).where(sql`${t.warnings} is not null`),
    /** Only campaigns with named destinations have such clicks. */
    index("clicks_variant").on(t.projectId, t.campaignId, t.id).where(sql`${t.linkVariant} is not null`),
  ],
);

/**
 * `id` begins with the time of `installed_at`. The columns that a first decision changes are in no index, and half of
 * each page is left empty for it (see the migration that made `undecided`). So a decision writes one row and no index
 * entry.
 */
export const installs = pgTable(
  "installs",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    installInstanceId: text("install_instance_id").notNull(),
    /** INSTALL or REINSTALL. */
    kind: text("kind").notNull(),
    platform: text("platform").notNull(),
    installedAt: at("installed_at").notNull(),
    appVersion: text("app_version"),
    /** The app's version at the first call as reports count it; "" if unknown, null for installs from before 0.3.0. */
    installVersion: text("install_version"),
    packageVersion: text("package_version"),
    osVersion: text("os_version"),
    deviceModel: text("device_model"),
    country: text("country"),
    language: text("language"),
    userAgent: text("user_agent"),
    addressKey: bytea("address_key"),
    /** The list of anonymizing addresses that contained its address, as in `clicks`. */
    addressList: text("address_list"),
    /** The entry of the block list that contained the address on arrival. */
    blockEntryId: bigint("block_entry_id", { mode: "number" }),
    link: text("link"),
    debug: boolean("debug").notNull().default(false),
    isTest: boolean("is_test").notNull().default(false),
    deviceData: jsonb("device_data").notNull().default({}),
    /* The decision in force; its history with all candidates is in `decisions`. */
    state: text("state").notNull().default("PENDING"),
    decidedAt: at("decided_at"),
    decisionVersion: integer("decision_version").notNull().default(0),
    /**
     * The version under which the install's facts are counted. `pending_reassignments` lists the installs whose facts
     * are not reassigned yet.
     */
    countedVersion: countedVersion(),
    campaignId: bigint("campaign_id", { mode: "number" }),
    method: text("method"),
    touch: text("touch"),
    clickId: uuid("click_id"),
    clickedAt: at("clicked_at"),
    ...adHierarchy(),
    metaAdId: text("meta_ad_id"),
    publisherPlatform: text("publisher_platform"),
    platformPosition: text("platform_position"),
    deeplink: text("deeplink"),
    /** The fraud rules that fired for the decision in force; null when none did. */
    flags: text("flags").array(),
    /** True if one of those rules withholds postbacks to networks for this install. */
    postbacksWithheld: boolean("postbacks_withheld").notNull().default(false),
    lastOpenAt: at("last_open_at"),
    /** The last open of the visit before the latest one; null without one. */
    visitBeforeAt: at("visit_before_at"),
    /** The time at which a campaign's link last brought the user back, and the ID of that open. */
    reengagedAt: at("reengaged_at"),
    reengagedBy: uuid("reengaged_by"),
    /** The windows of the campaigns at the re-engagement, and at the decision of a reinstall; null for the default. */
    reengagedDays: smallint("reengaged_days"),
    reinstallDays: smallint("reinstall_days"),
    /**
     * The day of the last open in the project's zone, like the bits of `opened_on`: bit N means an open on day N, up to
     * day 30.
     */
    lastOpenDay: date("last_open_day"),
    openedOn: integer("opened_on").notNull().default(0),
    /** The first completed payment since the install that counts toward revenue; null without one. */
    firstPaidAt: at("first_paid_at"),
    /** The user was erased. The evidence of the decision is deleted, so the decision is never made again. */
    erasedAt: at("erased_at"),
    /** The time of the push service's first result; null for installs that were never checked. */
    probedAt: at("probed_at"),
    /**
     * The time at which the push service first reported the app as deleted, and has done so since. Null again once the
     * app was opened.
     */
    uninstalledAt: at("uninstalled_at"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique("installs_instance").on(t.projectId, t.installInstanceId),
    index("installs_active").on(t.projectId, t.lastOpenAt),
    index("installs_newest").on(t.projectId, t.installedAt),
    index("installs_address")
      .on(t.projectId, t.addressKey, t.installedAt)
      .where(sql`${t.addressKey} is not null`),
    index("installs_suspicious").on(t.projectId, t.installedAt).where(sql`${t.flags} is not null`),
    index("installs_test").on(t.projectId, t.installedAt).where(sql`${t.isTest}`),
    index("installs_uninstalled").on(t.projectId, t.uninstalledAt).where(sql`${t.uninstalledAt} is not null`),
    /** Finds the addresses whose retention period is over. */
    index("installs_stored_address").on(t.id).where(sql`${t.deviceData} ? 'init_ip_address'`),
  ],
);

/** Installs that wait for their decision. */
export const undecided = pgTable(
  "undecided",
  {
    projectId: projectId(),
    installId: uuid("install_id").notNull(),
    tries: smallint("tries").notNull().default(0),
    /** The decision failed, and is not retried before this time. */
    notBefore: at("not_before"),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.installId] })],
);

/** Decided installs with facts that are not yet reassigned to the decision in force. */
export const pendingReassignments = pgTable(
  "pending_reassignments",
  {
    projectId: projectId(),
    installId: uuid("install_id").notNull(),
    /** The transaction that added the row, and its time. */
    xid: bigint("xid", { mode: "number" }).notNull(),
    since: at("since").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.installId] })],
);

/**
 * The attribution that was returned to an app for its install: kept for a day, and as long as its decision is in force.
 */
export const attributionAnswers = pgTable(
  "attribution_answers",
  {
    projectId: projectId(),
    installId: uuid("install_id").notNull(),
    version: integer("version").notNull(),
    answeredAt: at("answered_at").notNull(),
    /** JSON text, with its keys in the order of the answer. */
    answer: text("answer").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.installId] }),
    index("attribution_answers_answered").on(t.projectId, t.answeredAt),
  ],
);

/**
 * Every identifier of an install's device, in lower case. Used to find reinstalls and to return attribution by device.
 */
export const installDevices = pgTable(
  "install_devices",
  {
    projectId: projectId(),
    deviceId: text("device_id").notNull(),
    kind: text("kind").notNull(),
    installId: uuid("install_id").notNull(),
    seenAt: at("seen_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.deviceId, t.installId] }),
    index("install_devices_install").on(t.projectId, t.installId),
  ],
);

/** The test devices of the app's developers, whose installs are not counted. */
export const testDevices = pgTable(
  "test_devices",
  {
    projectId: projectId(),
    /** In lower case, as in `install_devices`. */
    deviceId: text("device_id").notNull(),
    name: text("name").notNull(),
    addedBy: text("added_by").notNull(),
    addedAt: at("added_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.deviceId] })],
);

export const decisions = pgTable(
  "decisions",
  {
    projectId: projectId(),
    installId: uuid("install_id").notNull(),
    version: integer("version").notNull(),
    decidedAt: at("decided_at").notNull(),
    rules: text("rules").notNull(),
    attributionType: text("attribution_type").notNull(),
    campaignId: bigint("campaign_id", { mode: "number" }),
    method: text("method").notNull(),
    reason: text("reason").notNull(),
    confidence: smallint("confidence").notNull(),
    clickId: uuid("click_id"),
    /** False for a test device, whose install and facts are not counted. */
    counted: boolean("counted").notNull().default(true),
    kind: text("kind").notNull(),
    touch: text("touch"),
    ...adHierarchy(),
    /** The fraud rules that fired; null when none did. Their observations are in the evidence. */
    flags: text("flags").array(),
    candidates: jsonb("candidates").notNull(),
    evidence: jsonb("evidence").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.installId, t.version] }),
    /** A campaign's installs in the order of their arrival, including those of former decisions. */
    index("decisions_campaign")
      .on(t.projectId, t.campaignId, t.installId)
      .where(sql`${t.campaignId} is not null`),
    /** The same of a publisher, to count its installs before another one. */
    index("decisions_publisher")
      .on(t.projectId, t.publisherId, t.installId)
      .where(sql`${t.publisherId} is not null`),
  ],
);

/**
 * The delays between clicks and installs of a campaign's install day, and its number of clicks. They are counted only
 * once, when the day is over, so that judgements based on them stay the same. Campaign 0 marks the day as counted.
 */
export const sourceDays = pgTable(
  "source_days",
  {
    projectId: projectId(),
    day: date("day").notNull(),
    campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
    installs: integer("installs").notNull(),
    /** Installs within an hour of the click. */
    early: integer("early").notNull(),
    /** Installs more than a day after the click. */
    late: integer("late").notNull(),
    /** The campaign's clicks of that day. Null for rows that are older than this column. */
    clicks: integer("clicks"),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.day, t.campaignId] })],
);

/** Every set of attribution rules that has been in force, with its author. */
export const ruleSets = pgTable(
  "rule_sets",
  {
    projectId: projectId(),
    id: id(),
    /** The name that decisions refer to; equal rules have the same name. */
    name: text("name").notNull(),
    /** The differences from the defaults. */
    settings: jsonb("settings").notNull(),
    /** The changes, in words. */
    changes: jsonb("changes").notNull().default([]),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
);

/** Every version of a project's conversion schema; the latest is in force, and in the project's settings. */
export const conversionSchemas = pgTable(
  "conversion_schemas",
  {
    projectId: projectId(),
    version: integer("version").notNull(),
    rules: jsonb("rules").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.version] })],
);

/** Rules that were tried on past installs, with the result. Decisions change only when a replay is applied. */
export const replays = pgTable(
  "replays",
  {
    projectId: projectId(),
    id: id(),
    /** trying, tried, applying, applied, discarded or failed. */
    state: text("state").notNull(),
    settings: jsonb("settings").notNull(),
    rules: text("rules").notNull(),
    fromDay: date("from_day").notNull(),
    toDay: date("to_day").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
    endedAt: at("ended_at"),
    /** The number of installs, and the number processed so far. */
    total: integer("total").notNull().default(0),
    seen: integer("seen").notNull().default(0),
    /** The last install that was decided again, after which the replay continues. */
    cursor: uuid("cursor"),
    /** The number of decisions that were written. */
    written: integer("written").notNull().default(0),
    outcome: jsonb("outcome"),
    problem: text("problem"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index("replays_open").on(t.projectId).where(sql`${t.state} in ('trying', 'applying')`),
  ],
);

/** Google's own attribution of an install, from its answer to the first event. The first claim stays. */
export const googleClaims = pgTable(
  "google_claims",
  {
    projectId: projectId(),
    installId: uuid("install_id").notNull(),
    claim: jsonb("claim").notNull(),
    receivedAt: at("received_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.installId] })],
);

/**
 * Tokens of Apple's ad service, kept until Apple has answered or rejected them, or they have expired. Afterwards only
 * the answer is kept.
 */
export const appleTokens = pgTable(
  "apple_tokens",
  {
    projectId: projectId(),
    installId: uuid("install_id").notNull(),
    /** Null when Apple does not have to be queried again. */
    token: text("token"),
    /** WAITING, ANSWERED, REFUSED or EXPIRED. */
    state: text("state").notNull().default("WAITING"),
    tries: smallint("tries").notNull().default(0),
    /** A token is valid for a day from this time on. */
    receivedAt: at("received_at").notNull(),
    nextAt: at("next_at").notNull(),
    answer: jsonb("answer"),
    /** The reason why there is no answer. */
    problem: text("problem"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.installId] }),
    index("apple_tokens_waiting").on(t.projectId, t.nextAt).where(sql`${t.state} = 'WAITING'`),
  ],
);

/** Installs that are decided once more, because new evidence has arrived or may still arrive. */
export const lateEvidence = pgTable(
  "late_evidence",
  {
    projectId: projectId(),
    installId: uuid("install_id").notNull(),
    dueAt: at("due_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.installId] }),
    index("late_evidence_due").on(t.projectId, t.dueAt),
  ],
);

/** A click decides at most one install. */
export const clickUses = pgTable(
  "click_uses",
  {
    projectId: projectId(),
    clickId: uuid("click_id").notNull(),
    installId: uuid("install_id").notNull(),
    usedAt: at("used_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.clickId] })],
);

/** The people who use a customer's app. */
export const users = pgTable(
  "users",
  {
    projectId: projectId(),
    userId: text("user_id").notNull(),
    name: text("name"),
    email: text("email"),
    phone: text("phone"),
    /** Further fields that the app sent about the user. */
    details: jsonb("details").notNull().default({}),
    customerCreatedAt: at("customer_created_at"),
    isFirstTime: boolean("is_first_time"),
    /** The install on which the user was first identified; its `init` may not have arrived yet. */
    installInstanceId: text("install_instance_id"),
    platform: text("platform").notNull(),
    identifiedAt: at("identified_at").notNull(),
    /** Copied from the decision of that install. */
    campaignId: bigint("campaign_id", { mode: "number" }),
    attributedAt: at("attributed_at"),
    countedVersion: countedVersion(),
    /** False for later users of an install: an install counts one sign-up. */
    isSignup: boolean("is_signup").notNull().default(true),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.userId] }),
    index("users_campaign").on(t.projectId, t.campaignId, t.attributedAt, t.userId),
    index("users_instance").on(t.projectId, t.installInstanceId),
    index("users_newest").on(t.projectId, t.identifiedAt, t.userId),
    /** For searches by the beginning of an ID, an email or a name. */
    index("users_id_begins").on(t.projectId, t.userId.op("text_pattern_ops")),
    index("users_email_begins").on(t.projectId, sql`lower(${t.email}) text_pattern_ops`),
    index("users_name_begins").on(t.projectId, sql`lower(${t.name}) text_pattern_ops`),
  ],
);

/** IDs of users who were erased, as keyed hashes; later facts about them are refused. */
export const erasedIds = pgTable(
  "erased_ids",
  {
    projectId: projectId(),
    key: text("key").notNull(),
    erasedAt: at("erased_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.key] })],
);

/** The user who is signed in on each install; the latest `trigger` wins. */
export const identities = pgTable(
  "identities",
  {
    projectId: projectId(),
    installInstanceId: text("install_instance_id").notNull(),
    userId: text("user_id").notNull(),
    identifiedAt: at("identified_at").notNull(),
    /** Set by the statement that counts the install's sign-up, so that two simultaneous statements count one. */
    hasSignup: boolean("has_signup").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.installInstanceId] }),
    index("identities_user").on(t.projectId, t.userId),
  ],
);

const consentColumns = () => ({
  eea: boolean("eea"),
  adUserData: boolean("ad_user_data"),
  adPersonalization: boolean("ad_personalization"),
  adStorage: boolean("ad_storage"),
  attStatus: text("att_status"),
  limitAdTracking: boolean("limit_ad_tracking"),
  /** A choice under the law of a US state. */
  usOptOut: boolean("us_opt_out"),
  isChild: boolean("is_child"),
  /** The strings of the IAB, as received. */
  tcString: text("tc_string"),
  gppString: text("gpp_string"),
  reportedAt: at("reported_at").notNull(),
  /** `app`, or `api` for a server of the customer's. */
  source: text("source").notNull(),
});

/** The consent of an install's user; null if unknown. May arrive before the install. */
export const consents = pgTable(
  "consents",
  {
    projectId: projectId(),
    installInstanceId: text("install_instance_id").notNull(),
    ...consentColumns(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.installInstanceId] })],
);

/** Every earlier state of the consent. */
export const consentHistory = pgTable(
  "consent_history",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    installInstanceId: text("install_instance_id").notNull(),
    ...consentColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index("consent_history_install").on(t.projectId, t.installInstanceId, t.id),
  ],
);

/** Data about an install that apps send outside `init`; a separate table because it may arrive before the install. */
export const installDetails = pgTable(
  "install_details",
  {
    projectId: projectId(),
    installInstanceId: text("install_instance_id").notNull(),
    pushToken: text("push_token"),
    pushTokenAt: at("push_token_at"),
    /** The service that issued the token: fcm or apns. */
    pushKind: text("push_kind"),
    /** The time at which the service is next queried about the token; null if it is not queried any more. */
    probeAt: at("probe_at"),
    /**
     * The service's results so far, from which `lib/facts/uninstalls/rules.ts` continues; null before the first one.
     */
    probe: jsonb("probe"),
    integrations: jsonb("integrations").notNull().default({}),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.installInstanceId] }),
    index("install_details_probe")
      .on(t.projectId, t.pushKind, t.probeAt)
      .where(sql`${t.probeAt} is not null`),
  ],
);

/** The push services that report whether apps are still installed, with their last results. */
export const pushServices = pgTable(
  "push_services",
  {
    projectId: projectId(),
    /** fcm or apns. */
    kind: text("kind").notNull(),
    /** Null if the row was imported from another instance without its credentials. */
    credentials: bytea("credentials"),
    /** The public part of the credentials: IDs and names. */
    named: jsonb("named").notNull(),
    connectedAt: at("connected_at").notNull(),
    /** The time of the next query; null if the service rejected the credentials, until a member changes them. */
    nextAt: at("next_at"),
    failures: smallint("failures").notNull().default(0),
    problem: text("problem"),
    problemAt: at("problem_at"),
    /** The time of the last result for a token with these credentials. */
    answeredAt: at("answered_at"),
    /** The instance ID up to which earlier tokens were checked; null when all are checked. */
    enrolledTo: text("enrolled_to"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.kind] }),
    index("push_services_due").on(t.projectId, t.nextAt).where(sql`${t.nextAt} is not null`),
    /** For metrics over all projects. */
    index("push_services_failing").on(t.projectId, t.kind).where(sql`${t.failures} > 0`),
  ],
);

/**
 * Amounts are in the project's currency. These columns hold the currency that the app sent, if known, and the original
 * amount if the currencies differ. A payment without an exchange rate for its day has an amount of 0 meanwhile.
 */
const original = () => ({
  originalCurrency: text("original_currency"),
  originalMinor: bigint("original_minor", { mode: "number" }),
});

/** Custom events of identified users. Partitioned by `id` (UUIDv7). */
export const events = pgTable(
  "events",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    occurredAt: at("occurred_at").notNull(),
    /** The name under which the event is counted. */
    name: text("name").notNull(),
    /** The name that was sent, if it is a different one. */
    sentName: text("sent_name"),
    userId: text("user_id").notNull(),
    installInstanceId: text("install_instance_id"),
    platform: text("platform").notNull(),
    amountMinor: bigint("amount_minor", { mode: "number" }),
    ...original(),
    data: jsonb("data").notNull().default({}),
    countedVersion: countedVersion(),
    /** The return within whose window it is: an open, or a reinstall. */
    returnedBy: uuid("returned_by"),
    ...reportedTimes(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index("events_returned").on(t.projectId, t.name, t.id).where(sql`${t.returnedBy} is not null`),
    index("events_user").on(t.projectId, t.userId, t.id),
    index("events_instance").on(t.projectId, t.installInstanceId, t.id),
  ],
);

/** The event names with their own figures; each takes one of a limited number of slots. */
export const eventNames = pgTable(
  "event_names",
  {
    projectId: projectId(),
    name: text("name").notNull(),
    slot: integer("slot").notNull(),
    firstSeenAt: at("first_seen_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.name] }), unique("event_names_slot").on(t.projectId, t.slot)],
);

/**
 * The days (in the project's zone) on which a user sent an event from an install: one bit for each day from the first
 * to the last. The ledger counts each row once, on its last day. So the users of a window that ends today are a sum.
 */
export const userDays = pgTable(
  "user_days",
  {
    projectId: projectId(),
    name: text("name").notNull(),
    userId: text("user_id").notNull(),
    /** "" if the event was sent without an install. */
    installInstanceId: text("install_instance_id").notNull(),
    platform: text("platform").notNull(),
    firstDay: date("first_day").notNull(),
    days: varbit("days").notNull(),
    /** True for events from another install than the user's first: only such users can be counted twice. */
    isOther: boolean("is_other").notNull(),
    countedVersion: countedVersion(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.name, t.userId, t.installInstanceId] }),
    index("user_days_instance").on(t.projectId, t.installInstanceId),
    index("user_days_others").on(t.projectId, t.name, t.userId).where(sql`${t.isOther}`),
  ],
);

/** Event IDs chosen by clients. An event with a known ID is ignored. */
export const eventKeys = pgTable(
  "event_keys",
  {
    projectId: projectId(),
    key: text("key").notNull(),
    seenAt: at("seen_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.key] })],
);

export const payments = pgTable(
  "payments",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    paymentId: text("payment_id"),
    type: text("type").notNull(),
    status: text("status").notNull(),
    amountMinor: bigint("amount_minor", { mode: "number" }).notNull(),
    ...original(),
    paidAt: at("paid_at").notNull(),
    userId: text("user_id").notNull(),
    installInstanceId: text("install_instance_id"),
    platform: text("platform").notNull(),
    data: jsonb("data").notNull().default({}),
    countedVersion: countedVersion(),
    removedAt: at("removed_at"),
    /**
     * The return that preceded this fact: the open of a campaign's link, or the install itself if that is a reinstall.
     * Null without a return; the fact is then in no retargeting figure.
     */
    returnedBy: uuid("returned_by"),
    /** The payment that this one refunds, and the time of that payment once it is stored. */
    refundedPaymentId: text("refunded_payment_id"),
    refundedAt: at("refunded_at"),
    ...reportedTimes(),
    /** The store's transaction, such as `apple:2000000123`. Counts once per project. */
    purchaseKey: text("purchase_key"),
    /** The same for all transactions of a subscription: Apple's original transaction, or a hash of Google's token. */
    purchaseLine: text("purchase_line"),
    /** pending, valid, invalid or refunded; null without proof from a store. `status` determines if it counts. */
    checkState: text("check_state"),
    checkReason: text("check_reason"),
    /** The store or service that reported the payment; null for the app or the customer's server. */
    purchaseSource: text("purchase_source"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex("payments_purchase").on(t.projectId, t.purchaseKey).where(sql`${t.purchaseKey} is not null`),
    index("payments_purchase_line").on(t.projectId, t.purchaseLine).where(sql`${t.purchaseLine} is not null`),
    index("payments_checked").on(t.projectId, t.checkState, t.paidAt).where(sql`${t.checkState} is not null`),
    uniqueIndex("payments_payment_id").on(t.projectId, t.paymentId).where(sql`${t.paymentId} is not null`),
    index("payments_user").on(t.projectId, t.userId),
    index("payments_instance").on(t.projectId, t.installInstanceId),
    index("payments_newest").on(t.projectId, t.paidAt),
    // Payments that wait for an exchange rate.
    index("payments_unpriced")
      .on(t.projectId, t.originalCurrency, t.paidAt)
      .where(sql`${t.originalMinor} <> 0 and ${t.amountMinor} = 0`),
    index("payments_refunds")
      .on(t.projectId, t.refundedPaymentId)
      .where(sql`${t.refundedPaymentId} is not null`),
    index("payments_removed").on(t.projectId, t.removedAt).where(sql`${t.removedAt} is not null`),
  ],
);

/**
 * Revenue of ads that users saw: one row for each impression, or for a user's like impressions of an hour (`is_hourly`).
 * Partitioned by `id` (UUIDv7). The ID of an hourly row is computed from what its impressions have in common.
 */
export const adRevenue = pgTable(
  "ad_revenue",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    /** Of an hourly row: the beginning of the hour, or the install if it was in that hour. */
    occurredAt: at("occurred_at").notNull(),
    isHourly: boolean("is_hourly").notNull(),
    impressions: bigint("impressions", { mode: "number" }).notNull(),
    /** Millionths of a minor unit of the project's currency: an impression is worth less than a cent. */
    amountMillionths: bigint("amount_millionths", { mode: "number" }).notNull(),
    originalCurrency: text("original_currency").notNull(),
    /** The same of the original currency; null if that is the project's. */
    originalMillionths: bigint("original_millionths", { mode: "number" }),
    /** The ad network that paid for the impression, and its place in the app; null if unknown. */
    network: text("network"),
    placement: text("placement"),
    adUnit: text("ad_unit"),
    adFormat: text("ad_format"),
    /** How exact the amount is, in AdMob's words; null if unknown. */
    precision: text("precision"),
    /** `app`, `server` or `callback`. */
    source: text("source").notNull(),
    userId: text("user_id"),
    installInstanceId: text("install_instance_id"),
    platform: text("platform").notNull(),
    countedVersion: countedVersion(),
    /** The return within whose window it is: an open, or a reinstall. */
    returnedBy: uuid("returned_by"),
    ...reportedTimes(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index("ad_revenue_user").on(t.projectId, t.userId, t.id),
    index("ad_revenue_instance").on(t.projectId, t.installInstanceId, t.id),
    // Rows in other currencies, which a change of rates converts again.
    index("ad_revenue_foreign")
      .on(t.projectId, t.originalCurrency, t.occurredAt)
      .where(sql`${t.originalMillionths} is not null`),
  ],
);

/** Hashes of the IDs of calls with ad revenue. A call with a known ID is ignored; an ID is known for 30 days. */
export const adRevenueKeys = pgTable(
  "ad_revenue_keys",
  {
    projectId: projectId(),
    key: text("key").notNull(),
    seenAt: at("seen_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.key] }), index("ad_revenue_keys_seen").on(t.seenAt)],
);

/** Stores and services that report purchases of a project. */
export const purchaseConnections = pgTable(
  "purchase_connections",
  {
    projectId: projectId(),
    /** apple, google, revenuecat or adapty. */
    source: text("source").notNull(),
    /** off, show or require; the effect of a check on revenue. */
    mode: text("mode").notNull(),
    /** The bundle ID or package name; null for services. */
    appId: text("app_id"),
    /** For the store's server; null without credentials, or after an import without them. */
    credentials: bytea("credentials"),
    /** The public part of the credentials: IDs and names. */
    named: jsonb("named"),
    /** SHA-256 of the secret in the address for notifications; null until a member creates the address. */
    secretHash: bytea("secret_hash"),
    /** The required token of Google's notifications: its audience and service account, each null for any. */
    noticeToken: jsonb("notice_token"),
    connectedAt: at("connected_at").notNull(),
    problem: text("problem"),
    problemAt: at("problem_at"),
    /** The store's server is not called before this time. */
    nextAt: at("next_at"),
    failures: smallint("failures").notNull().default(0),
    answeredAt: at("answered_at"),
    notifiedAt: at("notified_at"),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.source] })],
);

/** Payments whose store has not confirmed them yet. */
export const purchaseChecks = pgTable(
  "purchase_checks",
  {
    projectId: projectId(),
    /** `id` of the payment. */
    paymentId: uuid("payment_id").notNull(),
    source: text("source").notNull(),
    /** A transaction ID, or a purchase token and its product, for a query of the store's server. */
    proof: jsonb("proof").notNull(),
    nextAt: at("next_at").notNull(),
    attempts: smallint("attempts").notNull().default(0),
    createdAt: createdAt(),
    /** 0: the store's signature is verified. 1: only named by the app. 2: the sender has many open checks already. */
    priority: smallint("priority").notNull().default(1),
    /** Hashes of the user and the install, by which the open checks of a sender are counted. */
    userHash: integer("user_hash"),
    installHash: integer("install_hash"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.paymentId] }),
    index("purchase_checks_due").on(t.projectId, t.nextAt),
    index("purchase_checks_turn").on(t.projectId, t.source, t.priority, t.nextAt),
    index("purchase_checks_user").on(t.projectId, t.userHash),
    index("purchase_checks_install").on(t.projectId, t.installHash),
  ],
);

/** Notifications from stores and services, for a limited time. */
export const purchaseNotifications = pgTable(
  "purchase_notifications",
  {
    projectId: projectId(),
    source: text("source").notNull(),
    /** The sender's ID of the notification. */
    noticeId: text("notice_id").notNull(),
    receivedAt: at("received_at").notNull(),
    /** The sender's type. */
    kind: text("kind").notNull(),
    /** waiting, stored, ignored, unmatched or failed. */
    state: text("state").notNull(),
    reason: text("reason"),
    /** The fields from which a payment is stored; emptied afterwards. */
    body: jsonb("body").notNull(),
    purchaseKey: text("purchase_key"),
    nextAt: at("next_at"),
    attempts: smallint("attempts").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.source, t.noticeId] }),
    index("purchase_notifications_due").on(t.projectId, t.nextAt).where(sql`${t.nextAt} is not null`),
    index("purchase_notifications_newest").on(t.projectId, t.receivedAt),
  ],
);

/** Opens of the app through a link after the install. */
export const deeplinkOpens = pgTable(
  "deeplink_opens",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    openedAt: at("opened_at").notNull(),
    installInstanceId: text("install_instance_id"),
    platform: text("platform").notNull().default("UNKNOWN"),
    url: text("url").notNull(),
    campaignId: bigint("campaign_id", { mode: "number" }),
    /** The ad, from the parameters of the link. */
    adSetId: text("ad_set_id"),
    creativeId: text("creative_id"),
    keywordId: text("keyword_id"),
    publisherId: text("publisher_id"),
    isOurs: boolean("is_ours").notNull(),
    /** The open brought a user back, who is counted for the campaign and the ad of the link. */
    reengaged: boolean("reengaged").notNull().default(false),
    data: jsonb("data").notNull().default({}),
    countedVersion: countedVersion(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index("deeplink_opens_instance").on(t.projectId, t.installInstanceId, t.id),
  ],
);

/** Rejected calls of the device interface, for developers who integrate it. Without personal data. */
export const rejections = pgTable(
  "rejections",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    at: at("at").notNull(),
    endpoint: text("endpoint").notNull(),
    reason: text("reason").notNull(),
    bodyHash: text("body_hash"),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
);

/** Devices whose calls a member watches, for an hour. */
export const watchedDevices = pgTable(
  "watched_devices",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    /** The code in the link by which a device identifies itself; null if a member entered the device here. */
    code: text("code"),
    /** The scheme of the app's links, used in that link. */
    scheme: text("scheme"),
    /** Null until a device has followed the link. */
    installInstanceId: text("install_instance_id"),
    createdBy: text("created_by").notNull(),
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
);

/** The latest calls of watched devices, each with its answer. */
export const watchedCalls = pgTable(
  "watched_calls",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    watchId: uuid("watch_id").notNull(),
    at: at("at").notNull(),
    path: text("path").notNull(),
    status: integer("status").notNull(),
    tookMs: integer("took_ms").notNull(),
    sent: jsonb("sent").notNull(),
    answer: jsonb("answer"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index("watched_calls_device").on(t.projectId, t.watchId, t.id),
  ],
);

/**
 * The first day (in the project's zone) whose facts of a kind are complete. Earlier facts may be removed. Their figures
 * stay in the ledger and cannot be recalculated.
 */
export const retentionCutoffs = pgTable(
  "retention_cutoffs",
  {
    projectId: projectId(),
    kind: text("kind").notNull(),
    before: date("before").notNull(),
    /** The position of the removal, and the day up to which it is finished. */
    cursor: uuid("cursor"),
    doneBefore: date("done_before"),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.kind] }),
    index("retention_cutoffs_due").on(t.updatedAt).where(sql`${t.doneBefore} is distinct from ${t.before}`),
  ],
);

const webOrigin = () => ({
  network: text("network"),
  /** The network's code, else the `utm_source`; null for visitors who did not arrive through an ad. */
  source: text("source"),
  campaignId: bigint("campaign_id", { mode: "number" }),
  platform: text("platform").notNull(),
  country: text("country"),
  /** The reason why the visit is in no figure: bot, preview, prefetch … */
  notCounted: text("not_counted"),
});

/**
 * Visitors of a customer's websites. The script stores their random ID for the tab or, with consent, in the browser.
 * `id` begins with the time of the first visit, and the origin is that of the first ad.
 */
export const webVisitors = pgTable(
  "web_visitors",
  {
    projectId: projectId(),
    webId: text("web_id").notNull(),
    id: uuid("id").notNull(),
    firstSeenAt: at("first_seen_at").notNull(),
    lastSeenAt: at("last_seen_at").notNull(),
    /** The user ID from `identify`; the latest wins. */
    userId: text("user_id"),
    firstTouch: jsonb("first_touch"),
    lastTouch: jsonb("last_touch"),
    page: text("page"),
    ...webOrigin(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.webId] }),
    index("web_visitors_first_seen").on(t.projectId, t.firstSeenAt),
    index("web_visitors_age").on(t.projectId, t.id),
    index("web_visitors_user").on(t.projectId, t.userId).where(sql`${t.userId} is not null`),
  ],
);

/** Visitors' events on websites; the origin is the last ad before the event. */
export const webEvents = pgTable(
  "web_events",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    webId: text("web_id").notNull(),
    /** The script's own ID of the event; an event with a known ID is ignored. */
    eventId: text("event_id").notNull(),
    occurredAt: at("occurred_at").notNull(),
    /** visit, event or identify. */
    kind: text("kind").notNull(),
    name: text("name").notNull().default(""),
    userId: text("user_id"),
    page: text("page"),
    firstTouch: jsonb("first_touch"),
    lastTouch: jsonb("last_touch"),
    ...webOrigin(),
    /** The strings of the site's consent platform, as received. */
    tcString: text("tc_string"),
    gppString: text("gpp_string"),
    data: jsonb("data").notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex("web_events_once").on(t.projectId, t.webId, t.eventId),
    index("web_events_user").on(t.projectId, t.userId).where(sql`${t.userId} is not null`),
  ],
);

/** Clicks of people on store buttons, by the visitor of the website who made them. */
export const webClicks = pgTable(
  "web_clicks",
  {
    projectId: projectId(),
    clickId: uuid("click_id").notNull(),
    webId: text("web_id").notNull(),
    clickedAt: at("clicked_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.clickId] }),
    index("web_clicks_visitor").on(t.projectId, t.webId),
  ],
);

/* -------------------------------------------------------- what we count -- */

/**
 * Signed changes of every figure, appended by the statement that writes the fact. Compaction replaces many rows of a
 * cell by their sum in one statement. So a reader sees the same total before and after, and writers never wait. `day`
 * is a day in the project's zone; `-infinity` holds totals over all time.
 */
export const ledger = pgTable(
  "ledger",
  {
    projectId: projectId(),
    day: date("day").notNull(),
    /** 0 means organic. */
    campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
    measure: text("measure").notNull(),
    /** Event name or payment type, else "". */
    name: text("name").notNull().default(""),
    platform: text("platform").notNull().default(""),
    /** The ISO code of the country of the click, or of the fact's install; "" if unknown. */
    country: text("country").notNull().default(""),
    /** The app's version at the install of the fact; "" if unknown, and for clicks and spend. */
    installVersion: text("install_version").notNull().default(""),
    adSetId: text("ad_set_id").notNull().default(""),
    creativeId: text("creative_id").notNull().default(""),
    keywordId: text("keyword_id").notNull().default(""),
    /** The site or app that showed the ad; "" if unknown, and for spend. */
    publisherId: text("publisher_id").notNull().default(""),
    count: bigint("count", { mode: "number" }).notNull(),
    /** Minor units, for measures that have an amount; of ad revenue millionths of them. */
    amount: bigint("amount", { mode: "number" }).notNull().default(0),
    /**
     * The row of an event also counts it by age, for the installs of this day, until compaction writes a row for that
     * (lib/ledger/measures.ts).
     */
    cohortDay: date("cohort_day"),
    cohortAge: integer("cohort_age"),
    /** 0 until compaction; 1 if a measure of `cohort_sums` counts the row there, too; 2 in one row of each compacted day. */
    sumMark: smallint("sum_mark").notNull().default(0),
  },
  (t) => [
    index("ledger_cells").on(t.projectId, t.day, t.campaignId, t.measure),
    index("ledger_event_ages").on(t.projectId, t.cohortDay).where(sql`${t.cohortDay} is not null`),
    // Reports by country or ad read few measures of many days.
    index("ledger_cohorts")
      .on(t.projectId, t.measure, t.name, t.day, t.campaignId, t.count, t.amount)
      .where(
        sql`${t.measure} in ('installs', 'spend', 'opened_on', 'revenue_since', 'payers', 'event_since')`,
      ),
    index("ledger_ad_cohorts")
      .on(t.projectId, t.measure, t.name, t.day, t.campaignId, t.count, t.amount)
      .where(sql`${t.measure} = 'ad_revenue_since'`),
    // Cohorts read these rows next to their sums.
    index("ledger_unsummed")
      .on(t.projectId, t.measure, t.name, t.day, t.campaignId, t.count, t.amount)
      .where(
        sql`${t.sumMark} = 0 and ${t.measure} in ('installs', 'spend', 'opened_on', 'revenue_since', 'ad_revenue_since', 'payers', 'event_since')`,
      ),
    index("ledger_summed_days").on(t.projectId, t.day).where(sql`${t.sumMark} = 2`),
  ],
);

/**
 * What compaction has summed up for cohorts, by day and campaign only: the marked rows of the ledger (`sum_mark`), so the cost
 * of a cohort does not grow with ads, countries or versions. The sums of a day count only as long as the ledger has the row
 * with its mark: a process of an earlier version that compacts removes all marks. A row without a measure lists each such day.
 */
export const sumsOfCohorts = pgTable(
  "cohort_sums",
  {
    projectId: projectId(),
    measure: text("measure").notNull(),
    name: text("name").notNull(),
    day: date("day").notNull(),
    campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
    amount: bigint("amount", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.measure, t.name, t.day, t.campaignId] })],
);

/** Projects whose ledger has grown since the last compaction. */
export const ledgerGrowth = pgTable("ledger_growth", {
  projectId: projectId().primaryKey(),
  markedAt: at("marked_at").notNull(),
});

/**
 * The facts of a project for its listeners, in the order of the transactions that stored them. It holds the rows that a
 * listener has not read yet, and is empty without listeners.
 */
export const outbox = pgTable(
  "outbox",
  {
    projectId: projectId(),
    xid: xid8("xid").notNull().default(sql`pg_current_xact_id()`),
    id: uuid("id").notNull().default(sql`uuidv7()`),
    kind: text("kind").notNull(),
    /** The ID of the fact; the user's ID for a sign-up. */
    subject: text("subject").notNull(),
    /** The user and install of the fact, by which erasing a user finds it. */
    userId: text("user_id"),
    installInstanceId: text("install_instance_id"),
    payload: jsonb("payload").notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.xid, t.id] })],
);

/** The readers of a project's outbox, with the kinds they read and their position. */
export const listeners = pgTable(
  "listeners",
  {
    projectId: projectId(),
    name: text("name").notNull(),
    kinds: text("kinds").array().notNull(),
    readXid: xid8("read_xid").notNull(),
    readId: uuid("read_id").notNull(),
    createdAt: createdAt(),
    /** The time of the last request for more kinds. Unused kinds are removed only some time later. */
    requestedAt: at("requested_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.name] })],
);

/** The receivers of a project's events: ad networks, affiliates, the customer's own servers. */
export const destinations = pgTable(
  "destinations",
  {
    projectId: projectId(),
    id: id(),
    kind: text("kind").notNull(),
    name: text("name").notNull(),
    /** `off`, `dry_run` or `live`. */
    mode: text("mode").notNull().default("off"),
    settings: jsonb("settings").notNull().default({}),
    /** The mapping of events: see lib/outbound/mapping/rule. */
    rules: jsonb("rules").notNull().default([]),
    /** Changes with the rules and settings, so that each delivery shows under which version it was made. */
    version: integer("version").notNull().default(1),
    /** Encrypted with ENCRYPTION_KEY. */
    credentials: bytea("credentials"),
    /** While paused, deliveries wait and are not lost. */
    pausedAt: at("paused_at"),
    pauseReason: text("pause_reason"),
    /** The used part of the daily limit, and its day. */
    capDay: date("cap_day"),
    capUsed: integer("cap_used").notNull().default(0),
    /** No delivery is attempted before this time, because the destination did not respond or asked for a pause. */
    notBefore: at("not_before"),
    /** The time since which no call was accepted; null after an accepted one. */
    failingSince: at("failing_since"),
    createdAt: createdAt(),
    updatedAt: at("updated_at").notNull().defaultNow(),
    deletedAt: at("deleted_at"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    /** For metrics over all projects. */
    index("destinations_paused").on(t.projectId, t.id).where(sql`${t.pausedAt} is not null`),
  ],
);

/** One event for one destination, with its outcome and the reason. */
export const deliveries = pgTable(
  "deliveries",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    destinationId: bigint("destination_id", { mode: "number" }).notNull(),
    /** Equal for the same event, so that a destination receives it only once. */
    eventUid: text("event_uid").notNull(),
    fact: text("fact").notNull(),
    /** The ID of the stored row; the user's ID for a sign-up. */
    factId: text("fact_id").notNull(),
    factAt: at("fact_at").notNull(),
    /** The user and install of the fact, by which erasing a user finds it. */
    userId: text("user_id"),
    installInstanceId: text("install_instance_id"),
    /** The decision version that was sent, and the later one that was not. */
    decisionVersion: integer("decision_version"),
    movedTo: integer("moved_to"),
    /** The delivery that this one cancels or sends again, because its install was attributed again. */
    corrects: uuid("corrects"),
    /** The accepted request with this delivery, and the part of it that has its own outcome. */
    request: text("request"),
    requestPart: text("request_part"),
    /** `waiting`, `queued`, `sent`, `dry`, `skipped`, `withheld` or `dead`. */
    state: text("state").notNull(),
    reason: text("reason"),
    tries: smallint("tries").notNull().default(0),
    nextAt: at("next_at"),
    /** The destination's version when the delivery was made. */
    version: integer("version"),
    /** The destination's name for the event. */
    sentAs: text("sent_as"),
    /** JSON as text, because a receiver's signature covers the exact bytes, including their order. */
    payload: json("payload"),
    hashed: jsonb("hashed"),
    identifiers: text("identifiers").array(),
    /** Every attempt with its response, the latest last. */
    attempts: jsonb("attempts").notNull().default([]),
    createdAt: createdAt(),
    /** The start of the days for which delivery is attempted; a replay sets it again. */
    begunAt: at("begun_at").notNull().defaultNow(),
    endedAt: at("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique("deliveries_uid").on(t.projectId, t.destinationId, t.eventUid),
    /** The pending deliveries, by destination. */
    index("deliveries_due").on(t.projectId, t.destinationId, t.nextAt).where(sql`${t.nextAt} is not null`),
    index("deliveries_state").on(t.projectId, t.destinationId, t.state, t.id),
    index("deliveries_instance").on(t.projectId, t.installInstanceId, t.id),
    index("deliveries_user").on(t.projectId, t.userId).where(sql`${t.userId} is not null`),
    index("deliveries_corrects").on(t.projectId, t.corrects).where(sql`${t.corrects} is not null`),
  ],
);

/** A network's later report on an accepted request, for each part of the request. */
export const networkRequests = pgTable(
  "network_requests",
  {
    projectId: projectId(),
    destinationId: bigint("destination_id", { mode: "number" }).notNull(),
    request: text("request").notNull(),
    part: text("part").notNull(),
    acceptedAt: at("accepted_at").notNull(),
    /** `pending`, `accepted`, `partly_refused`, `refused`, or `unknown` if the network never reported it. */
    state: text("state").notNull().default("pending"),
    /** The number of conversions that the network counts, and the rejected ones by reason. */
    records: bigint("records", { mode: "number" }),
    errors: jsonb("errors").notNull().default([]),
    /** The reason why the last poll failed. */
    problem: text("problem"),
    polls: smallint("polls").notNull().default(0),
    nextAt: at("next_at"),
    answeredAt: at("answered_at"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.destinationId, t.request, t.part] }),
    index("network_requests_due")
      .on(t.projectId, t.destinationId, t.nextAt)
      .where(sql`${t.nextAt} is not null`),
  ],
);

/** The recalculation of a project in another time zone or currency: the running one, or the last one. */
export const recalculations = pgTable("recalculations", {
  projectId: projectId().primaryKey(),
  /**
   * SWITCHING until every daily figure is in the new zone. FOLLOWING while the days of users and installs are
   * recalculated. Then DONE or FAILED.
   */
  state: text("state").notNull(),
  fromZone: text("from_zone").notNull(),
  toZone: text("to_zone").notNull(),
  fromCurrency: text("from_currency").notNull(),
  toCurrency: text("to_currency").notNull(),
  /** The treatment of amounts when the currency changes: convert or keep. */
  amounts: text("amounts").notNull(),
  createdBy: text("created_by").notNull(),
  createdAt: at("created_at").notNull(),
  switchedAt: at("switched_at"),
  endedAt: at("ended_at"),
  /** The reason for the failure, after which the project is unchanged. */
  problem: text("problem"),
  /** The present part, installs or users, and the last finished one of them. */
  step: text("step").notNull().default("installs"),
  cursor: text("cursor"),
  done: integer("done").notNull().default(0),
  total: integer("total").notNull(),
});

/** The cost of ads by day, without a country; a later row of a day replaces the one before it. */
export const spend = pgTable(
  "spend",
  {
    projectId: projectId(),
    day: date("day").notNull(),
    campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
    adSetId: text("ad_set_id").notNull().default(""),
    creativeId: text("creative_id").notNull().default(""),
    keywordId: text("keyword_id").notNull().default(""),
    platform: text("platform").notNull().default(""),
    /** In the project's currency. */
    amountMinor: bigint("amount_minor", { mode: "number" }).notNull(),
    /** The currency and amount that were sent. */
    currency: text("currency").notNull(),
    originalMinor: bigint("original_minor", { mode: "number" }).notNull(),
    /** The network's own counts; null if it does not report them for this part of the campaign. */
    networkImpressions: bigint("network_impressions", { mode: "number" }),
    networkClicks: bigint("network_clicks", { mode: "number" }),
    source: text("source").notNull(),
    /** Null for rows older than this column. */
    importId: bigint("import_id", { mode: "number" }),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({
      columns: [t.projectId, t.day, t.campaignId, t.adSetId, t.creativeId, t.keywordId, t.platform],
    }),
    index("spend_import").on(t.projectId, t.importId),
  ],
);

/**
 * The cost of ads by day in one country. Separate from `spend`, because a table's key cannot change while it serves.
 */
export const countrySpend = pgTable(
  "country_spend",
  {
    projectId: projectId(),
    day: date("day").notNull(),
    campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
    adSetId: text("ad_set_id").notNull().default(""),
    creativeId: text("creative_id").notNull().default(""),
    keywordId: text("keyword_id").notNull().default(""),
    platform: text("platform").notNull().default(""),
    /** An ISO 3166 code. */
    country: text("country").notNull(),
    amountMinor: bigint("amount_minor", { mode: "number" }).notNull(),
    currency: text("currency").notNull(),
    originalMinor: bigint("original_minor", { mode: "number" }).notNull(),
    /** The network's own counts; null if it does not report them for this part of the campaign. */
    networkImpressions: bigint("network_impressions", { mode: "number" }),
    networkClicks: bigint("network_clicks", { mode: "number" }),
    source: text("source").notNull(),
    importId: bigint("import_id", { mode: "number" }),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({
      name: "country_spend_pk",
      columns: [
        t.projectId,
        t.day,
        t.campaignId,
        t.adSetId,
        t.creativeId,
        t.keywordId,
        t.platform,
        t.country,
      ],
    }),
    index("country_spend_import").on(t.projectId, t.importId),
  ],
);

/**
 * Apple's postbacks for a project's apps, as received, with the verdict. Postbacks without Apple's signature are stored
 * for members to see, and never counted.
 */
export const applePostbacks = pgTable(
  "apple_postbacks",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    receivedAt: at("received_at").notNull(),
    /** `skan` or `aak`. */
    framework: text("framework").notNull(),
    /** Apple's ID of the conversion, in lower case; empty if the body is not a postback. */
    postbackUid: text("postback_uid").notNull(),
    /** The postback's conversion window: the first is 0. */
    sequence: smallint("sequence").notNull(),
    digest: text("digest").notNull(),
    verdict: text("verdict").notNull(),
    why: text("why"),
    kid: text("kid"),
    /** Made on a developer's device, so it is not counted. */
    isTest: boolean("is_test").notNull(),
    /** The first verified copy, which counts. Differing copies of the same postback are stored next to it. */
    isFirst: boolean("is_first").notNull(),
    /** Received from Apple, or the member who imported it. */
    source: text("source").notNull(),
    skanVersion: text("skan_version"),
    networkId: text("network_id").notNull(),
    sourceIdentifier: text("source_identifier"),
    appId: text("app_id"),
    publisherAppId: text("publisher_app_id"),
    sourceDomain: text("source_domain"),
    marketplace: text("marketplace"),
    conversionType: text("conversion_type").notNull(),
    fidelity: smallint("fidelity"),
    didWin: boolean("did_win").notNull(),
    /* Fields without a signature: */
    interaction: text("interaction"),
    fine: smallint("fine"),
    coarse: text("coarse"),
    country: text("country"),
    /** The range in which the window began, from Apple's delays, and the conversion schemas in force then. */
    begunFrom: at("begun_from").notNull(),
    begunUntil: at("begun_until").notNull(),
    schemaFrom: integer("schema_from").notNull(),
    schemaUntil: integer("schema_until").notNull(),
    raw: jsonb("raw").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique("apple_postbacks_copy").on(t.projectId, t.framework, t.postbackUid, t.sequence, t.digest),
    uniqueIndex("apple_postbacks_first")
      .on(t.projectId, t.framework, t.postbackUid, t.sequence)
      .where(sql`${t.isFirst}`),
    index("apple_postbacks_newest").on(t.projectId, t.receivedAt, t.id),
    index("apple_postbacks_refused").on(t.projectId, t.receivedAt).where(sql`${t.verdict} <> 'verified'`),
  ],
);

/** The campaign of a network's source identifier, set by members. */
export const appleSources = pgTable(
  "apple_sources",
  {
    projectId: projectId(),
    networkId: text("network_id").notNull(),
    sourceIdentifier: text("source_identifier").notNull(),
    campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.networkId, t.sourceIdentifier] })],
);

/** Verified postbacks for apps that no project here has listed, kept for a while in case one does. */
export const unclaimedPostbacks = pgTable(
  "unclaimed_postbacks",
  {
    id: uuid("id").primaryKey(),
    receivedAt: at("received_at").notNull(),
    framework: text("framework").notNull(),
    appId: text("app_id").notNull(),
    digest: text("digest").notNull().unique(),
    raw: jsonb("raw").notNull(),
    /** The host that received it; null if several hosts received copies, or for rows older than this column. */
    postedTo: text("posted_to"),
  },
  (t) => [index("unclaimed_postbacks_app").on(t.appId)],
);

/**
 * The sources of spend: a file, a form, a server key, an account with an ad network. A row of `spend` belongs to the
 * import that last sent it.
 */
export const spendImports = pgTable(
  "spend_imports",
  {
    projectId: projectId(),
    id: id(),
    /** FILE, HAND, KEY, ACCOUNT or DEMO. */
    kind: text("kind").notNull(),
    /** Identifies a source that keeps sending: a key's prefix, an account's ID. */
    sourceKey: text("source_key"),
    /** A file's name, a key's prefix, an account's name. */
    name: text("name").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
    /** For a file: DRAFT until it is confirmed, then STORING, STORED or FAILED. */
    state: text("state").notNull().default("STORED"),
    /** The file, until it is stored. */
    content: text("content"),
    settings: jsonb("settings").notNull().default({}),
    /** The number of its rows, and the number stored so far. */
    total: integer("total").notNull().default(0),
    stored: integer("stored").notNull().default(0),
    problem: text("problem"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex("spend_imports_source")
      .on(t.projectId, t.kind, t.sourceKey)
      .where(sql`${t.sourceKey} is not null`),
    index("spend_imports_open").on(t.projectId).where(sql`${t.state} in ('DRAFT', 'STORING')`),
  ],
);

/**
 * The schedule and the results of pulling spend from a network's account. Only accounts with credentials have a row.
 */
export const networkPulls = pgTable(
  "network_pulls",
  {
    projectId: projectId(),
    accountId: bigint("account_id", { mode: "number" }).notNull(),
    /** The earliest time of the next pull; null if it is not pulled automatically. */
    nextAt: at("next_at"),
    /** No other process pulls it until then. */
    claimedUntil: at("claimed_until"),
    startedAt: at("started_at"),
    endedAt: at("ended_at"),
    succeededAt: at("succeeded_at"),
    /** The days that the last successful pull covered. */
    fromDay: date("from_day"),
    toDay: date("to_day"),
    rows: integer("rows").notNull().default(0),
    /** The number of stored days, and of all days. */
    done: integer("done").notNull().default(0),
    total: integer("total").notNull().default(0),
    /** The number of failures since the last success. */
    failures: smallint("failures").notNull().default(0),
    problem: text("problem"),
    /** Answers that could not be used, such as campaigns that are unknown here. */
    remarks: jsonb("remarks").notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.accountId] }),
    index("network_pulls_due").on(t.projectId, t.nextAt),
    /** For metrics over all projects. */
    index("network_pulls_failing").on(t.projectId, t.accountId).where(sql`${t.failures} > 0`),
  ],
);

/**
 * The networks' own figures of their campaigns by day. Networks restate figures: each change adds a version, and
 * comparisons use the last one.
 */
export const networkClaims = pgTable(
  "network_claims",
  {
    projectId: projectId(),
    campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
    /** A day in the network's own zone, if known. */
    day: date("day").notNull(),
    version: integer("version").notNull(),
    reportedAt: at("reported_at").notNull(),
    /** The name of the account, file or key that reported the figures. */
    source: text("source").notNull(),
    accountId: bigint("account_id", { mode: "number" }),
    dayZone: text("day_zone"),
    /** Null if not reported. */
    impressions: bigint("impressions", { mode: "number" }),
    clicks: bigint("clicks", { mode: "number" }),
    /** Some networks count fractions of an install that several campaigns share. */
    installs: numeric("installs"),
    /** The installs by the window in which the network counts them, such as `7d_click`. */
    windows: jsonb("windows").notNull().default({}),
    /** The network's conversions, by its own names. */
    conversions: jsonb("conversions").notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.campaignId, t.day, t.version] }),
    index("network_claims_day").on(t.projectId, t.day),
  ],
);

/** The value of one unit of a currency in the project's currency, from that day on. */
export const exchangeRates = pgTable(
  "exchange_rates",
  {
    projectId: projectId(),
    currency: text("currency").notNull(),
    day: date("day").notNull(),
    rate: numeric("rate").notNull(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.currency, t.day] })],
);

/**
 * The keys of rows that were removed from datasets of the raw API, so that its readers remove them, too. A row stays
 * after its key is stored again.
 */
export const removedRows = pgTable(
  "removed_rows",
  {
    projectId: projectId(),
    dataset: text("dataset").notNull(),
    /** The values of the dataset's key, as texts. */
    key: text("key").array().notNull(),
    removedAt: at("removed_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.dataset, t.key] })],
);

/** Names of ad sets, creatives, keywords and network campaigns; the latest source wins. */
export const adNames = pgTable(
  "ad_names",
  {
    projectId: projectId(),
    campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
    level: text("level").notNull(),
    adId: text("ad_id").notNull(),
    name: text("name").notNull(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.campaignId, t.level, t.adId] })],
);

/**
 * The ad sets, creatives and keywords that are counted under their own ID. A new ID from a link or a referrer takes one
 * of a limited number of slots of that day. IDs from an ad account or a member take none.
 */
export const adIds = pgTable(
  "ad_ids",
  {
    projectId: projectId(),
    campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
    level: text("level").notNull(),
    adId: text("ad_id").notNull(),
    /** The day in UTC. */
    day: date("day"),
    slot: integer("slot"),
    campaignSlot: integer("campaign_slot"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.campaignId, t.level, t.adId] }),
    unique("ad_ids_slot").on(t.projectId, t.day, t.slot),
    unique("ad_ids_campaign_slot").on(t.projectId, t.day, t.campaignId, t.campaignSlot),
  ],
);

/** Report settings that a member saved, for themselves or for everybody, as the query of the address. */
export const reportViews = pgTable(
  "report_views",
  {
    projectId: projectId(),
    id: id(),
    memberId: bigint("member_id", { mode: "number" }).notNull(),
    name: text("name").notNull(),
    /** The query of the address. */
    query: text("query").notNull(),
    shared: boolean("shared").notNull(),
    createdAt: createdAt(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex("report_views_name").on(t.projectId, t.memberId, sql`lower(${t.name})`),
  ],
);

/** The alert rules of a project, with the time of their next evaluation. */
export const alertRules = pgTable(
  "alert_rules",
  {
    projectId: projectId(),
    id: id(),
    name: text("name").notNull(),
    kind: text("kind").notNull(),
    settings: jsonb("settings").notNull(),
    /** The recipients of notifications outside the app: webhooks, and members by email. */
    recipients: jsonb("recipients").notNull(),
    isOn: boolean("is_on").notNull(),
    /** Null while the rule is off. */
    dueAt: at("due_at"),
    evaluatedAt: at("evaluated_at"),
    /** The reason why the last evaluation failed. */
    problem: text("problem"),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    /** Finds due rules of all projects without a query for each project. */
    index("alert_rules_due").on(t.dueAt).where(sql`${t.dueAt} is not null`),
  ],
);

/** The evaluation of a rule for a closed hour or day, with the values it compared. Each period is evaluated once. */
export const alertEvaluations = pgTable(
  "alert_evaluations",
  {
    projectId: projectId(),
    ruleId: bigint("rule_id", { mode: "number" }).notNull(),
    period: text("period").notNull(),
    evaluatedAt: at("evaluated_at").notNull(),
    checked: integer("checked").notNull(),
    outside: integer("outside").notNull(),
    /** The most relevant of the evaluated values; those outside the range are first. */
    seen: jsonb("seen").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.ruleId, t.period] })],
);

/** Alerts that fired, with their beginning and end. */
export const alerts = pgTable(
  "alerts",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    ruleId: bigint("rule_id", { mode: "number" }).notNull(),
    /**
     * The subject in the project: empty for the whole project, or a campaign, network, account, destination or domain.
     */
    subject: text("subject").notNull(),
    label: text("label").notNull(),
    /** The sentence of the alert, as it was sent. */
    text: text("text").notNull(),
    period: text("period").notNull(),
    /** The values when the alert fired, and at the latest evaluation. */
    seen: jsonb("seen").notNull(),
    latest: jsonb("latest").notNull(),
    firedAt: at("fired_at").notNull(),
    notifiedAt: at("notified_at"),
    resolvedAt: at("resolved_at"),
    /** `inside`, `silent`, `gone` or `changed`. */
    ended: text("ended"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex("alerts_open").on(t.projectId, t.ruleId, t.subject).where(sql`${t.resolvedAt} is null`),
    index("alerts_rule").on(t.projectId, t.ruleId, t.subject, t.notifiedAt),
  ],
);

/**
 * Alerts are evaluated but not sent until then: for a rule, one subject of it, or (rule 0) a campaign in every rule.
 */
export const alertMutes = pgTable(
  "alert_mutes",
  {
    projectId: projectId(),
    ruleId: bigint("rule_id", { mode: "number" }).notNull(),
    subject: text("subject").notNull(),
    until: at("until").notNull(),
    createdBy: text("created_by").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.ruleId, t.subject] })],
);

/** Emails to members that are still to be sent, and the outcome of earlier ones. */
export const mails = pgTable(
  "mails",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    /** The alert or the run of a scheduled report, so that it is sent only once. */
    about: text("about").notNull(),
    recipient: text("recipient").notNull(),
    /** `queued`, `sent` or `dead`. */
    state: text("state").notNull(),
    nextAt: at("next_at"),
    tries: smallint("tries").notNull().default(0),
    problem: text("problem"),
    createdAt: createdAt(),
    endedAt: at("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex("mails_about").on(t.projectId, t.about, t.recipient),
    index("mails_due").on(t.nextAt).where(sql`${t.nextAt} is not null`),
  ],
);

/** Reports that are regularly sent to members or a webhook, with the time of the next run. */
export const reportSchedules = pgTable(
  "report_schedules",
  {
    projectId: projectId(),
    id: id(),
    title: text("title").notNull(),
    /** The table of the report and its query: a copy, so that changing or deleting a view does not affect it. */
    shown: jsonb("shown").notNull(),
    /** `daily`, `weekly` or `monthly`. */
    cadence: text("cadence").notNull(),
    /** 1 is Monday; used by weekly reports only. */
    weekday: smallint("weekday").notNull(),
    /** The hour on the wall clock of the project's zone. */
    hour: smallint("hour").notNull(),
    /** Addresses of members. */
    recipients: jsonb("recipients").notNull(),
    /** The destination (a webhook) that receives each run. */
    webhookId: bigint("webhook_id", { mode: "number" }),
    isOn: boolean("is_on").notNull(),
    /** Null while the schedule is off. */
    nextAt: at("next_at"),
    /** The zone in which the next time was calculated; if empty, the time is calculated again. */
    nextZone: text("next_zone"),
    lastAt: at("last_at"),
    /** The subject of the emails of the last run. */
    lastRun: text("last_run"),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    /** Finds due schedules of all projects without a query for each project. */
    index("report_schedules_due").on(t.nextAt).where(sql`${t.nextAt} is not null`),
  ],
);

/** Scheduled files: datasets that are written to a storage, each time the rows that have changed since the last run. */
export const fileExports = pgTable(
  "file_exports",
  {
    projectId: projectId(),
    id: id(),
    title: text("title").notNull(),
    datasets: text("datasets").array().notNull(),
    /** `csv`, `ndjson` or `parquet`. */
    format: text("format").notNull(),
    /** The columns of another vendor's files, as JSON; null for all columns of the datasets. */
    layout: jsonb("layout"),
    /** True if files contain personal columns. */
    isPersonal: boolean("is_personal").notNull(),
    /** `hourly` or `daily`. */
    cadence: text("cadence").notNull(),
    /** The hour of a daily run on the wall clock of the project's zone. */
    hour: smallint("hour").notNull(),
    /** `folder`, `s3` or another kind of storage. */
    storage: text("storage").notNull(),
    /** The address in the storage: bucket, prefix and others. */
    place: jsonb("place").notNull(),
    credentials: bytea("credentials"),
    isOn: boolean("is_on").notNull(),
    /** Null while the schedule is off. */
    nextAt: at("next_at"),
    nextZone: text("next_zone"),
    /** The process that works on a run, until this time. */
    claim: text("claim"),
    claimedUntil: at("claimed_until"),
    failures: smallint("failures").notNull().default(0),
    /** Where the next run begins: a position for each dataset. */
    positions: jsonb("positions").notNull().default({}),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    /** Finds due exports of all projects without a query for each project. */
    index("file_exports_due").on(t.nextAt).where(sql`${t.nextAt} is not null`),
  ],
);

/** Each try to write the files of an export. */
export const fileRuns = pgTable(
  "file_runs",
  {
    projectId: projectId(),
    id: id(),
    exportId: bigint("export_id", { mode: "number" }).notNull(),
    /** `writing`, `publishing` while only the manifest is missing, `done` or `failed`. */
    state: text("state").notNull(),
    startedAt: at("started_at").notNull(),
    endedAt: at("ended_at"),
    /** The positions at which it began and ends. */
    since: jsonb("since").notNull(),
    until: jsonb("until"),
    /** The files: name, dataset, rows, bytes and checksum. They are stored before the first is uploaded. */
    files: jsonb("files").notNull().default([]),
    manifestName: text("manifest_name"),
    manifest: text("manifest"),
    rows: bigint("rows", { mode: "number" }).notNull().default(0),
    bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
    /** The IDs of users and installs that were erased since the previous run. */
    erased: integer("erased").notNull().default(0),
    /** Who started it, if it is not the schedule. */
    startedBy: text("started_by"),
    problem: text("problem"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index("file_runs_export").on(t.projectId, t.exportId, t.id),
  ],
);

/** People with something in common, whom an ad network or another receiver is kept informed about. */
export const audiences = pgTable(
  "audiences",
  {
    projectId: projectId(),
    id: id(),
    title: text("title").notNull(),
    /** All of them must hold: see lib/outbound/audiences/conditions/schema. */
    conditions: jsonb("conditions").notNull(),
    /** The percentage of people who are left out, for comparison. */
    holdout: smallint("holdout").notNull(),
    /** The key of the hash that chooses them: the same for all audiences of a project. */
    holdoutSeed: text("holdout_seed").notNull(),
    everyHours: smallint("every_hours").notNull(),
    /** The receiver: see lib/outbound/audiences/kinds. */
    kind: text("kind").notNull(),
    settings: jsonb("settings").notNull(),
    /** Encrypted with ENCRYPTION_KEY. */
    credentials: bytea("credentials"),
    /** False: no one is added. Removals continue. */
    isOn: boolean("is_on").notNull(),
    /** All members are removed at the receiver, then the audience. */
    isEnding: boolean("is_ending").notNull().default(false),
    nextAt: at("next_at").notNull(),
    /** The process that works on a run, until this time. */
    claim: text("claim"),
    claimedUntil: at("claimed_until"),
    failures: smallint("failures").notNull().default(0),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    /** Finds due audiences of all projects without a query for each project. */
    index("audiences_due").on(t.nextAt),
  ],
);

/** One row for each set of IDs that a receiver has, will have, or is about to lose. */
export const audienceMembers = pgTable(
  "audience_members",
  {
    projectId: projectId(),
    audienceId: bigint("audience_id", { mode: "number" }).notNull(),
    /** A hash of the IDs, so that changed IDs are a removal and an addition. */
    digest: text("digest").notNull(),
    installId: uuid("install_id").notNull(),
    /** The IDs in the receiver's form, because a removal needs them after an erasure. */
    ids: jsonb("ids").notNull(),
    /** `adding`, `member`, `removing`, `refused` or `held_out`. */
    state: text("state").notNull(),
    /** True once a request may have reached the receiver. */
    wasSent: boolean("was_sent").notNull().default(false),
    /** The last run in which the install matched. */
    seenRun: bigint("seen_run", { mode: "number" }).notNull(),
    enteredAt: at("entered_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.audienceId, t.digest] }),
    index("audience_members_state").on(t.projectId, t.audienceId, t.state, t.digest),
    index("audience_members_install").on(t.projectId, t.installId),
  ],
);

/** When an install first matched an audience, and on which side of its hold-out: for the comparison of both. */
export const audienceEntries = pgTable(
  "audience_entries",
  {
    projectId: projectId(),
    audienceId: bigint("audience_id", { mode: "number" }).notNull(),
    installId: uuid("install_id").notNull(),
    isHeldOut: boolean("is_held_out").notNull(),
    enteredAt: at("entered_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.audienceId, t.installId] }),
    index("audience_entries_install").on(t.projectId, t.installId),
  ],
);

/** The log of an audience. */
export const audienceRuns = pgTable(
  "audience_runs",
  {
    projectId: projectId(),
    id: id(),
    audienceId: bigint("audience_id", { mode: "number" }).notNull(),
    /** `running`, `done` or `failed`. */
    state: text("state").notNull(),
    startedAt: at("started_at").notNull(),
    endedAt: at("ended_at"),
    /** Installs that were checked, that match, and that may be sent and have an ID. */
    checked: bigint("checked", { mode: "number" }).notNull().default(0),
    matching: bigint("matching", { mode: "number" }).notNull().default(0),
    sendable: bigint("sendable", { mode: "number" }).notNull().default(0),
    heldOut: bigint("held_out", { mode: "number" }).notNull().default(0),
    /** The number of matching installs for each reason why they are not sent. */
    skipped: jsonb("skipped").notNull().default({}),
    added: bigint("added", { mode: "number" }).notNull().default(0),
    removed: bigint("removed", { mode: "number" }).notNull().default(0),
    refused: bigint("refused", { mode: "number" }).notNull().default(0),
    requests: integer("requests").notNull().default(0),
    /** Changes that the next run sends, and the members that the receiver has. */
    waiting: bigint("waiting", { mode: "number" }).notNull().default(0),
    members: bigint("members", { mode: "number" }).notNull().default(0),
    /** Accepted requests that the network checks later, each with its result: see lib/outbound/audiences/results. */
    results: jsonb("results").notNull().default([]),
    /** When the results are polled again; null if all are known. */
    resultsAt: at("results_at"),
    /** Who started it, if it is not the schedule. */
    startedBy: text("started_by"),
    problem: text("problem"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index("audience_runs_audience").on(t.projectId, t.audienceId, t.id),
    /** Finds due results of all projects without a query for each project. */
    index("audience_runs_results").on(t.resultsAt).where(sql`${t.resultsAt} is not null`),
  ],
);

/** Read-only links to figures. A link is a credential: it is found by its token's hash, before its project is known. */
export const shareLinks = pgTable(
  "share_links",
  {
    id: id().primaryKey(),
    projectId: projectId().references(() => projects.id),
    tokenHash: bytea("token_hash").notNull().unique(),
    title: text("title").notNull(),
    /** The shared report and its date range. */
    settings: jsonb("settings").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
    expiresAt: at("expires_at").notNull(),
    lastOpenedAt: at("last_opened_at"),
  },
  (t) => [index("share_links_project").on(t.projectId)],
);

/** What a campaign, or all campaigns of a network, may spend each month or in a period. */
export const budgets = pgTable(
  "budgets",
  {
    projectId: projectId(),
    id: id(),
    /** Either a campaign or a network. */
    campaignId: bigint("campaign_id", { mode: "number" }),
    network: text("network"),
    /** In minor units of its own currency. */
    amountMinor: bigint("amount_minor", { mode: "number" }).notNull(),
    currency: text("currency").notNull(),
    /** Both null for each calendar month. */
    fromDay: date("from_day"),
    toDay: date("to_day"),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex("budgets_campaign").on(t.projectId, t.campaignId).where(sql`${t.campaignId} is not null`),
    uniqueIndex("budgets_network").on(t.projectId, t.network).where(sql`${t.network} is not null`),
  ],
);

/**
 * Sources whose installs are flagged or not attributed. An entry applies to installs that arrive from its start until
 * its end, so that an ended entry still explains its decisions.
 */
export const blockEntries = pgTable(
  "block_entries",
  {
    projectId: projectId(),
    id: id(),
    /** `publisher`, `network`, `address`, `country`, `app_version` or `os`. */
    kind: text("kind").notNull(),
    value: text("value").notNull(),
    /** Only touches of this network; null for all. */
    network: text("network"),
    /** `tag`, `hold` or `reject`. */
    action: text("action").notNull(),
    /** Of a publisher: only installs after this number within the hours. */
    maxInstalls: integer("max_installs"),
    perHours: integer("per_hours"),
    reason: text("reason").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
    startsAt: at("starts_at").notNull(),
    endsAt: at("ends_at"),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
);

/** The key and the limit of a network's server; networks without a row have the first key and the default limit. */
export const serverClickSettings = pgTable(
  "server_click_settings",
  {
    projectId: projectId(),
    network: text("network").notNull(),
    /** Increases with each rotation of the key. */
    generation: integer("generation").notNull().default(1),
    rotatedAt: at("rotated_at"),
    /** The key of the previous generation is valid until then. */
    previousUntil: at("previous_until"),
    /** Null for the default. */
    callsPerSecond: integer("calls_per_second"),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.network] })],
);

/** Queries that members saved to run again. */
export const savedQueries = pgTable(
  "saved_queries",
  {
    projectId: projectId(),
    id: id(),
    name: text("name").notNull(),
    sql: text("sql").notNull(),
    savedBy: text("saved_by").notNull(),
    savedAt: at("saved_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
);

/** Notes of members about a day, shown on every chart of the project. */
export const annotations = pgTable(
  "annotations",
  {
    projectId: projectId(),
    id: id(),
    day: date("day").notNull(),
    text: text("text").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] }), index("annotations_day").on(t.projectId, t.day)],
);

/** Planned pauses and starts of a network, from which reports compute what it adds. Figures are never stored. */
export const incrementalityTests = pgTable(
  "incrementality_tests",
  {
    projectId: projectId(),
    id: id(),
    title: text("title").notNull(),
    /** See lib/reporting/incrementality/schema. */
    kind: text("kind").notNull(),
    network: text("network").notNull(),
    /** IDs of campaigns; empty for all of the network. */
    campaigns: bigint("campaigns", { mode: "number" }).array().notNull(),
    kpi: text("kpi").notNull(),
    /** Empty for all countries. */
    countries: text("countries").array().notNull(),
    startsOn: date("starts_on").notNull(),
    endsOn: date("ends_on").notNull(),
    /** In percent. */
    confidence: smallint("confidence").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
);

/**
 * The ends of pages of numbered lists, for servers with several processes. The table is not logged: after a crash the
 * next page is found by counting.
 */
export const pageEnds = pgTable("page_ends", {
  key: text("key").primaryKey(),
  position: jsonb("position").notNull(),
  readAt: at("read_at").notNull(),
});

/**
 * Rows that show if the database still gets disk space. Each row takes a page of its own (fillfactor 10), and free
 * space is not used again (no autovacuum). So every insert extends the file. The table is unlogged, because its rows
 * are worthless after a crash.
 */
export const readinessProbes = pgTable("readiness_probes", {
  filler: text("filler").notNull().default(sql`repeat('x', 1000)`),
});

/** Leases of background tasks by name, so that one process at a time runs each. */
export const taskLeases = pgTable("task_leases", {
  task: text("task").primaryKey(),
  /**
   * The holder is one run of the task and not the process: the next run may begin before an overrunning one has ended.
   */
  holder: text("holder"),
  leaseUntil: at("lease_until").notNull(),
  lastStartedAt: at("last_started_at"),
  lastEndedAt: at("last_ended_at"),
  lastSucceededAt: at("last_succeeded_at"),
  lastResult: jsonb("last_result"),
});
