/**
 * Everything stored, in story order: who, what they run, what happened, what we count.
 *
 * "Reference" tables are small and global. "Data" tables carry `project_id` in every key, so that the same
 * schema runs on one Postgres or is distributed by project; see README, "Storage rules".
 */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
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
    /** scrypt with its parameters, or null for someone who only signs in through another service. */
    passwordHash: text("password_hash"),
    /** Raised to end every session of the member at once. */
    sessionVersion: integer("session_version").notNull().default(1),
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

/** Browsers that members are signed in with: a cookie is worth something only while its row is here. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    memberId: bigint("member_id", { mode: "number" })
      .notNull()
      .references(() => members.id),
    /** As its owner knows it: "Firefox on Linux". */
    browser: text("browser").notNull(),
    begunAt: at("begun_at").notNull().defaultNow(),
    seenAt: at("seen_at").notNull().defaultNow(),
  },
  (t) => [index("sessions_member").on(t.memberId)],
);

/** Where members signed in from before, as keyed hashes: guesses that others make do not lock them out there. */
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

/** One row a word: the first-run setup link's hash and the like. */
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
    website: text("website"),
    /** Where links of campaigns lead that are over: `page`, `website`, `store`, or an address. */
    endedLinks: text("ended_links").notNull().default("store"),
    suspendedAt: at("suspended_at"),
    paymentLink: text("payment_link"),
    /** Attribution windows and switches that differ from the defaults in lib/attribution. */
    settings: jsonb("settings").notNull().default({}),
    createdAt: createdAt(),
    updatedAt: at("updated_at").notNull().defaultNow(),
    deletedAt: at("deleted_at"),
  },
  (t) => [index("projects_account").on(t.accountId)],
);

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
    /** The key that was made when this one was rolled: that happens once. */
    replacedBy: bigint("replaced_by", { mode: "number" }),
  },
  (t) => [index("server_keys_project").on(t.projectId)],
);

/** With what apps sign their calls, where a project wants that. Checking a signature takes the secret itself. */
export const signingKeys = pgTable(
  "signing_keys",
  {
    id: id().primaryKey(),
    projectId: projectId().references(() => projects.id),
    name: text("name").notNull(),
    /** As apps name the key. */
    keyId: text("key_id").notNull().unique(),
    /** Sealed; null once the key is revoked. */
    secret: bytea("secret"),
    createdBy: bigint("created_by", { mode: "number" }),
    createdAt: createdAt(),
    lastUsedAt: at("last_used_at"),
    expiresAt: at("expires_at"),
    revokedAt: at("revoked_at"),
    /** As of server keys. */
    replacedBy: bigint("replaced_by", { mode: "number" }),
  },
  (t) => [index("signing_keys_project").on(t.projectId)],
);

/** Hosts a project's links live on, and which are served. A host belongs to one project of the whole instance. */
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
    /** dns, operator, local; `before` for what was served before proof was asked for. */
    provedBy: text("proved_by"),
  },
  (t) => [
    index("domains_project").on(t.projectId),
    uniqueIndex("domains_primary").on(t.projectId).where(sql`${t.isPrimary}`),
  ],
);

/**
 * Hosts that somebody says are theirs: nothing is served on them. Several projects may claim one; the one that proves
 * it has it in `domains` from then on, under the same id, which is therefore taken from the same counter.
 */
export const domainClaims = pgTable(
  "domain_claims",
  {
    id: bigint("id", { mode: "number" }).primaryKey(),
    projectId: projectId().references(() => projects.id),
    host: text("host").notNull(),
    verification: text("verification").notNull(),
    /** Becomes the primary domain when it is proved. */
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
    /** Null: no limit at all. */
    perSecond: integer("per_second"),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.group] })],
);

/** For how many days each kind of fact is kept, of one project or (project 0) the instance. */
export const retentionSettings = pgTable(
  "retention_settings",
  {
    projectId: projectId(),
    kind: text("kind").notNull(),
    /** Null: for ever. */
    days: integer("days"),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.kind] })],
);

/** Which display ids an account uses: a custom id is unique over all its projects. */
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

/** Who changed what, when. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: id().primaryKey(),
    accountId: bigint("account_id", { mode: "number" }).notNull(),
    projectId: bigint("project_id", { mode: "number" }),
    memberId: bigint("member_id", { mode: "number" }),
    /** The member's e-mail at the time, `server key <prefix>`, or `command line`. */
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    target: text("target").notNull().default(""),
    detail: jsonb("detail").notNull().default({}),
    at: at("at").notNull().defaultNow(),
  },
  (t) => [index("audit_log_account").on(t.accountId, t.id), index("audit_log_project").on(t.projectId, t.id)],
);

/** Addresses nobody lives at, as the operator was given them: data centres, proxies, Tor. */
export const addressLists = pgTable("address_lists", {
  name: text("name").primaryKey(),
  /** Prefixes such as 192.0.2.0/24. */
  ranges: text("ranges").array().notNull(),
  loadedAt: at("loaded_at").notNull().defaultNow(),
});

/* From here on: data tables. */

export const storeListings = pgTable(
  "store_listings",
  {
    projectId: projectId(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    platform: text("platform").notNull(),
    url: text("url").notNull(),
    /** Apple's numeric id or the Android package, read from the URL. */
    appId: text("app_id").notNull(),
    /** `ppid` of a custom product page or `listing` of a custom store listing. */
    pageId: text("page_id"),
    createdAt: createdAt(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
);

/** How a project's apps are known to the systems they run on: what the link files of its hosts are made of. */
export const appLinks = pgTable("app_links", {
  projectId: projectId().primaryKey(),
  /** `{team_id, bundle_id}` */
  iosApps: jsonb("ios_apps").notNull().default([]),
  /** `{package_name, sha256_cert_fingerprints}` */
  androidApps: jsonb("android_apps").notNull().default([]),
  /** Files that were pasted stand before those made from the apps. */
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
    /** Null: the project's primary domain, whichever that is at the time. */
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
    /** Null: as the project has it. */
    endedLinks: text("ended_links"),
    active: boolean("active").notNull().default(true),
    /** Null as well where it was ended before this was noted. */
    inactiveSince: at("inactive_since"),
    /** Before and after these, and beyond so many clicks, its links are as if it were inactive. */
    startsAt: at("starts_at"),
    endsAt: at("ends_at"),
    clickLimit: bigint("click_limit", { mode: "number" }),
    tags: text("tags").array().notNull().default(sql`'{}'`),
    isDefault: boolean("is_default").notNull().default(false),
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
    /** A link of a campaign that was deleted is still followed. */
    index("campaigns_deleted")
      .on(t.projectId, t.displayId, t.deletedAt)
      .where(sql`${t.deletedAt} is not null`),
  ],
);

/** At most one listing a platform, by key. */
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
});

/**
 * Under which version of its install's decision a fact stands in the ledger; 0 is "not decided yet". A new decision
 * moves the facts whose version is another, so each is counted exactly once whatever the order of events.
 */
const countedVersion = () => integer("counted_version").notNull().default(0);

/** Followed links and impressions. Partitioned by `id`, which begins with the time (UUIDv7). */
export const clicks = pgTable(
  "clicks",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    clickedAt: at("clicked_at").notNull(),
    kind: text("kind").notNull(),
    campaignId: bigint("campaign_id", { mode: "number" }),
    /** Why it is kept but not counted: bot, preview, prefetch, head, inactive … Null: it counts. */
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
    /** The list of anonymous addresses that the click's address was on when it came. */
    addressList: text("address_list"),
    advertisingId: text("advertising_id"),
    /** Led an Android phone elsewhere than to Google Play, so that no referrer could name it. */
    noReferrer: boolean("no_referrer"),
    params: jsonb("params").notNull().default({}),
    warnings: text("warnings").array(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index("clicks_address").on(t.projectId, t.addressKey, t.id).where(sql`${t.addressKey} is not null`),
    index("clicks_advertising_id")
      .on(t.projectId, t.advertisingId, t.id)
      .where(sql`${t.advertisingId} is not null`),
    /** By the id that Google gave the click: the same stands in Play's referrer. */
    index("clicks_google")
      .on(
        t.projectId,
        sql`coalesce(${t.params}->>'gclid', ${t.params}->>'gbraid', ${t.params}->>'wbraid')`,
        t.id,
      )
      .where(
        sql`coalesce(${t.params}->>'gclid', ${t.params}->>'gbraid', ${t.params}->>'wbraid') is not null`,
      ),
    /** A click may have two of them, and the referrer either: by those that stand behind another. */
    index("clicks_google_gbraid")
      .on(t.projectId, sql`(${t.params}->>'gbraid')`, t.id)
      .where(sql`${t.params}->>'gbraid' is not null and ${t.params}->>'gclid' is not null`),
    index("clicks_google_wbraid")
      .on(t.projectId, sql`(${t.params}->>'wbraid')`, t.id)
      .where(
        sql`${t.params}->>'wbraid' is not null and coalesce(${t.params}->>'gclid', ${t.params}->>'gbraid') is not null`,
      ),
    /** Few have any; an index of all clicks of a campaign would cost each of them a tenth of its price. */
    index("clicks_warnings").on(t.projectId, t.campaignId, t.id).where(sql`${t.warnings} is not null`),
  ],
);

/**
 * `id` begins with the time of `installed_at`. What a first decision changes stands in no index, and each page is left
 * half empty for it (see the migration that made `undecided`): so a decision writes one row, and no entry of any index.
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
    packageVersion: text("package_version"),
    osVersion: text("os_version"),
    deviceModel: text("device_model"),
    country: text("country"),
    language: text("language"),
    userAgent: text("user_agent"),
    addressKey: bytea("address_key"),
    /** As of clicks. */
    addressList: text("address_list"),
    link: text("link"),
    debug: boolean("debug").notNull().default(false),
    isTest: boolean("is_test").notNull().default(false),
    deviceData: jsonb("device_data").notNull().default({}),
    /* The decision in force; its history with all candidates is in `decisions`. */
    state: text("state").notNull().default("PENDING"),
    decidedAt: at("decided_at"),
    decisionVersion: integer("decision_version").notNull().default(0),
    /** The install's facts are counted under it; `unmoved` names those that do not follow the decision yet. */
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
    /** Fraud rules that fired, of the decision in force; null when none did. */
    flags: text("flags").array(),
    /** One of them says that networks are told nothing of this install. */
    postbacksHeld: boolean("postbacks_held").notNull().default(false),
    lastOpenAt: at("last_open_at"),
    /** The last open of the visit before the latest; null when there was none. */
    visitBeforeAt: at("visit_before_at"),
    /** When a campaign's link last brought the user back, and which open that was. */
    reengagedAt: at("reengaged_at"),
    reengagedBy: uuid("reengaged_by"),
    /** In the project's zone, as the bits of `opened_on` are: bit N for an open on day N, to day 30. */
    lastOpenDay: date("last_open_day"),
    openedOn: integer("opened_on").notNull().default(0),
    /** Its person was erased: what the decision stood on is gone, so it is never made again. */
    erasedAt: at("erased_at"),
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
  ],
);

/** Installs that wait for their decision. */
export const undecided = pgTable(
  "undecided",
  {
    projectId: projectId(),
    installId: uuid("install_id").notNull(),
    tries: smallint("tries").notNull().default(0),
    /** Could not be decided; is not tried again before. */
    notBefore: at("not_before"),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.installId] })],
);

/** Decided installs whose facts do not follow the decision in force yet, or came by another way since. */
export const unmoved = pgTable(
  "unmoved",
  {
    projectId: projectId(),
    installId: uuid("install_id").notNull(),
    /** The transaction that made it so, and when. */
    xid: bigint("xid", { mode: "number" }).notNull(),
    since: at("since").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.installId] })],
);

/** What an app was told about its install: for a day, and as long as the decision it was about is in force. */
export const attributionAnswers = pgTable(
  "attribution_answers",
  {
    projectId: projectId(),
    installId: uuid("install_id").notNull(),
    version: integer("version").notNull(),
    answeredAt: at("told_at").notNull(),
    /** JSON, with its keys in the order they were told in. */
    answer: text("answer").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.installId] }),
    index("attribution_answers_told").on(t.projectId, t.answeredAt),
  ],
);

/** Every identifier a device was seen with, lower-cased: finds reinstalls and answers by device. */
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

/** Whose installs stand in no figure: the phones of those who make the app. */
export const testDevices = pgTable(
  "test_devices",
  {
    projectId: projectId(),
    /** Lower-cased, as in `install_devices`. */
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
    /** False for a test device: the install and its facts stand in no figure. */
    counted: boolean("counted").notNull().default(true),
    kind: text("kind").notNull(),
    touch: text("touch"),
    ...adHierarchy(),
    /** Fraud rules that fired; null when none did. What they saw stands in the evidence. */
    flags: text("flags").array(),
    candidates: jsonb("candidates").notNull(),
    evidence: jsonb("evidence").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.installId, t.version] }),
    /** A campaign's installs in the order they came, those of former decisions among them. */
    index("decisions_campaign")
      .on(t.projectId, t.campaignId, t.installId)
      .where(sql`${t.campaignId} is not null`),
  ],
);

/**
 * How long after their clicks a campaign's installs of a day came, and how many clicks there were, counted once when the day was over and never again:
 * what is judged by it stays as it was judged. Campaign 0 marks the day as counted.
 */
export const sourceDays = pgTable(
  "source_days",
  {
    projectId: projectId(),
    day: date("day").notNull(),
    campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
    installs: integer("installs").notNull(),
    /** Within the hour. */
    early: integer("early").notNull(),
    /** More than a day after. */
    late: integer("late").notNull(),
    /** On the campaign that day, whatever came of them. Null: counted before this was. */
    clicks: integer("clicks"),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.day, t.campaignId] })],
);

/** Every set of attribution rules that was in force, and who put it there. */
export const ruleSets = pgTable(
  "rule_sets",
  {
    projectId: projectId(),
    id: id(),
    /** As decisions name it: the same rules have the same name. */
    name: text("name").notNull(),
    /** What differs from the defaults. */
    settings: jsonb("settings").notNull(),
    /** What was changed, in words. */
    changes: jsonb("changes").notNull().default([]),
    madeBy: text("made_by").notNull(),
    madeAt: at("made_at").notNull(),
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
    madeBy: text("made_by").notNull(),
    madeAt: at("made_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.version] })],
);

/** Rules tried on past installs, and what became of it. Until one is applied no decision has changed. */
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
    madeBy: text("made_by").notNull(),
    madeAt: at("made_at").notNull(),
    endedAt: at("ended_at"),
    /** How many installs there are, and how many were looked at by now. */
    total: integer("total").notNull().default(0),
    seen: integer("seen").notNull().default(0),
    /** The last install that was decided again: where to go on. */
    cursor: uuid("cursor"),
    /** How many decisions were written. */
    written: integer("written").notNull().default(0),
    outcome: jsonb("outcome"),
    problem: text("problem"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index("replays_open").on(t.projectId).where(sql`${t.state} in ('trying', 'applying')`),
  ],
);

/** Tokens of Apple's ad service, until Apple answered, refused or is not asked any more; then only the answer is kept. */
export const appleTokens = pgTable(
  "apple_tokens",
  {
    projectId: projectId(),
    installId: uuid("install_id").notNull(),
    /** Null when Apple need not be asked again. */
    token: text("token"),
    /** WAITING, ANSWERED, REFUSED or EXPIRED. */
    state: text("state").notNull().default("WAITING"),
    tries: smallint("tries").notNull().default(0),
    /** A token is good for a day from here on. */
    receivedAt: at("received_at").notNull(),
    nextAt: at("next_at").notNull(),
    answer: jsonb("answer"),
    /** Why there is no answer yet, or will be none. */
    problem: text("problem"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.installId] }),
    index("apple_tokens_waiting").on(t.projectId, t.nextAt).where(sql`${t.state} = 'WAITING'`),
  ],
);

/** Installs to be decided once more, because something became known of them or may still. */
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
    /** What else the app said about the user. */
    details: jsonb("details").notNull().default({}),
    customerCreatedAt: at("customer_created_at"),
    isFirstTime: boolean("is_first_time"),
    /** The install the user was first identified on; its `init` may still be to come. */
    installInstanceId: text("install_instance_id"),
    platform: text("platform").notNull(),
    identifiedAt: at("identified_at").notNull(),
    /** Taken over from the decision of that install. */
    campaignId: bigint("campaign_id", { mode: "number" }),
    attributedAt: at("attributed_at"),
    countedVersion: countedVersion(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.userId] }),
    index("users_campaign").on(t.projectId, t.campaignId, t.attributedAt, t.userId),
    index("users_instance").on(t.projectId, t.installInstanceId),
    index("users_newest").on(t.projectId, t.identifiedAt, t.userId),
    /** By how an id, an address or a name begins. */
    index("users_id_begins").on(t.projectId, t.userId.op("text_pattern_ops")),
    index("users_email_begins").on(t.projectId, sql`lower(${t.email}) text_pattern_ops`),
    index("users_name_begins").on(t.projectId, sql`lower(${t.name}) text_pattern_ops`),
  ],
);

/** Ids of people who were erased, as keyed hashes: what still comes of them is refused. */
export const erasedIds = pgTable(
  "erased_ids",
  {
    projectId: projectId(),
    key: text("key").notNull(),
    erasedAt: at("erased_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.key] })],
);

/** Which user is signed in on which install: the latest `trigger` wins. */
export const identities = pgTable(
  "identities",
  {
    projectId: projectId(),
    installInstanceId: text("install_instance_id").notNull(),
    userId: text("user_id").notNull(),
    identifiedAt: at("identified_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.installInstanceId] }),
    index("identities_user").on(t.projectId, t.userId),
  ],
);

/** What apps tell us about an install besides `init`; kept apart because it may come before it. */
export const installDetails = pgTable(
  "install_details",
  {
    projectId: projectId(),
    installInstanceId: text("install_instance_id").notNull(),
    pushToken: text("push_token"),
    pushTokenAt: at("push_token_at"),
    integrations: jsonb("integrations").notNull().default({}),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.installInstanceId] })],
);

/**
 * Amounts are in the currency of the project. In which the app told it, where that is known; and how much of that,
 * where it was converted since.
 */
const original = () => ({
  originalCurrency: text("told_currency"),
  originalMinor: bigint("told_minor", { mode: "number" }),
});

/** Custom events of identified users. Partitioned by `id` (UUIDv7). */
export const events = pgTable(
  "events",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    occurredAt: at("occurred_at").notNull(),
    /** What it is counted under. */
    name: text("name").notNull(),
    /** What it was sent as, where that is something else. */
    sentName: text("sent_name"),
    userId: text("user_id").notNull(),
    installInstanceId: text("install_instance_id"),
    platform: text("platform").notNull(),
    amountMinor: bigint("amount_minor", { mode: "number" }),
    ...original(),
    data: jsonb("data").notNull().default({}),
    countedVersion: countedVersion(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index("events_user").on(t.projectId, t.userId, t.id),
    index("events_instance").on(t.projectId, t.installInstanceId, t.id),
  ],
);

/** Which names events are counted under; each takes one of a bounded number of places. */
export const eventNames = pgTable(
  "event_names",
  {
    projectId: projectId(),
    name: text("name").notNull(),
    place: integer("place").notNull(),
    firstSeenAt: at("first_seen_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.name] }),
    unique("event_names_place").on(t.projectId, t.place),
  ],
);

/**
 * On which days (in the project's zone) a user sent an event from an install: a bit a day from the first to the last.
 * In the ledger each stands once, on its last day, so that the users of a window that ends today are a sum.
 */
export const userDays = pgTable(
  "user_days",
  {
    projectId: projectId(),
    name: text("name").notNull(),
    userId: text("user_id").notNull(),
    /** "" when the event came without one. */
    installInstanceId: text("install_instance_id").notNull(),
    platform: text("platform").notNull(),
    firstDay: date("first_day").notNull(),
    days: varbit("days").notNull(),
    /** From another install than the user's first: only such users are ever counted twice. */
    isOther: boolean("is_other").notNull(),
    countedVersion: countedVersion(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.name, t.userId, t.installInstanceId] }),
    index("user_days_instance").on(t.projectId, t.installInstanceId),
    index("user_days_others").on(t.projectId, t.name, t.userId).where(sql`${t.isOther}`),
  ],
);

/** Event ids that clients chose themselves: a repeat is ignored. */
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
     * What brought the user back not long before: the open of a campaign's link, or the install itself where that is a
     * reinstall. Null: nothing, so that it counts in no figure of retargeting.
     */
    returnedBy: uuid("returned_by"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex("payments_payment_id").on(t.projectId, t.paymentId).where(sql`${t.paymentId} is not null`),
    index("payments_user").on(t.projectId, t.userId),
    index("payments_instance").on(t.projectId, t.installInstanceId),
    index("payments_newest").on(t.projectId, t.paidAt),
    index("payments_removed").on(t.projectId, t.removedAt).where(sql`${t.removedAt} is not null`),
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
    /** The ad, as the parameters of the link tell it. */
    adSetId: text("ad_set_id"),
    creativeId: text("creative_id"),
    keywordId: text("keyword_id"),
    isOurs: boolean("is_ours").notNull(),
    /** It brought a user back, who is counted for the campaign and the ad of the link. */
    reengaged: boolean("reengaged").notNull().default(false),
    data: jsonb("data").notNull().default({}),
    countedVersion: countedVersion(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index("deeplink_opens_instance").on(t.projectId, t.installInstanceId, t.id),
  ],
);

/** What was refused on the device interface, for the people who integrate it. No personal data. */
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

/**
 * From which day (in the project's zone) on the facts of a kind are all there. Those before it may be gone; what they
 * were counted as stays in the ledger, and cannot be counted again.
 */
export const retentionCuts = pgTable(
  "retention_cuts",
  {
    projectId: projectId(),
    kind: text("kind").notNull(),
    before: date("before").notNull(),
    /** How far the removal has come, and up to which day it is done. */
    cursor: uuid("cursor"),
    doneBefore: date("done_before"),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.kind] })],
);

/* -------------------------------------------------------- what we count -- */

/**
 * Signed changes of every figure, appended by the statement that writes the fact. Folding replaces many rows of a
 * cell by their sum, in one statement, so a reader sees the same total before and after and writers never wait.
 * `day` is a day in the project's zone; `-infinity` holds totals over all time.
 */
export const ledger = pgTable(
  "ledger",
  {
    projectId: projectId(),
    day: date("day").notNull(),
    /** 0: organic. */
    campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
    measure: text("measure").notNull(),
    /** Event name or payment type, else "". */
    name: text("name").notNull().default(""),
    platform: text("platform").notNull().default(""),
    adSetId: text("ad_set_id").notNull().default(""),
    creativeId: text("creative_id").notNull().default(""),
    keywordId: text("keyword_id").notNull().default(""),
    count: bigint("count", { mode: "number" }).notNull(),
    /** Minor units, for measures that have an amount. */
    amount: bigint("amount", { mode: "number" }).notNull().default(0),
  },
  (t) => [index("ledger_cells").on(t.projectId, t.day, t.campaignId, t.measure)],
);

/**
 * What happened in a project, for those who are to be told: in the order of the transactions that stored it. Holds what
 * a listener has not read yet, and nothing where nobody listens.
 */
export const outbox = pgTable(
  "outbox",
  {
    projectId: projectId(),
    xid: xid8("xid").notNull().default(sql`pg_current_xact_id()`),
    id: uuid("id").notNull().default(sql`uuidv7()`),
    kind: text("kind").notNull(),
    /** The id of the fact; of a sign-up that of the user. */
    subject: text("subject").notNull(),
    /** Whose it is, so that erasing a person finds it. */
    userId: text("user_id"),
    installInstanceId: text("install_instance_id"),
    payload: jsonb("payload").notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.xid, t.id] })],
);

/** Who reads a project's outbox, of which kinds, and up to where it has. */
export const listeners = pgTable(
  "listeners",
  {
    projectId: projectId(),
    name: text("name").notNull(),
    kinds: text("kinds").array().notNull(),
    readXid: xid8("read_xid").notNull(),
    readId: uuid("read_id").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.name] })],
);

/**
 * A change of the zone that a project's days are cut by, or of the currency it counts in: under way, or the last one.
 */
export const recuts = pgTable("recuts", {
  projectId: projectId().primaryKey(),
  /** CUTTING until every figure of a day is in the new zone, FOLLOWING while days of users and installs are cut, DONE or FAILED. */
  state: text("state").notNull(),
  fromZone: text("from_zone").notNull(),
  toZone: text("to_zone").notNull(),
  fromCurrency: text("from_currency").notNull(),
  toCurrency: text("to_currency").notNull(),
  /** What becomes of amounts when the currency changes: convert or keep. */
  amounts: text("amounts").notNull(),
  madeBy: text("made_by").notNull(),
  madeAt: at("made_at").notNull(),
  cutAt: at("cut_at"),
  endedAt: at("ended_at"),
  /** Why it could not be done; nothing was changed then. */
  problem: text("problem"),
  /** The transaction that switched the project. Only the version before reads it: it goes with the next one. */
  cutXid: bigint("cut_xid", { mode: "number" }),
  /** Whose days are being cut, installs or users, and behind which of them to go on. */
  step: text("step").notNull().default("installs"),
  cursor: text("cursor"),
  done: integer("done").notNull().default(0),
  total: integer("total").notNull(),
});

/** What ads cost, as it was last told: a day's row replaces the one before it. */
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
    /** As it was told. */
    currency: text("currency").notNull(),
    originalMinor: bigint("original_minor", { mode: "number" }).notNull(),
    source: text("source").notNull(),
    /** Null: told before imports were kept. */
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

/** Where spend came from: a file, a form, a server key, an account with an ad network. Its rows are those it told last. */
export const spendImports = pgTable(
  "spend_imports",
  {
    projectId: projectId(),
    id: id(),
    /** FILE, HAND, KEY, ACCOUNT or DEMO. */
    kind: text("kind").notNull(),
    /** What tells it from others of its kind, where one goes on telling: a key's prefix, an account's id. */
    teller: text("teller"),
    /** A file's name, a key's prefix, an account's name. */
    name: text("name").notNull(),
    madeBy: text("made_by").notNull(),
    madeAt: at("made_at").notNull(),
    updatedAt: at("updated_at").notNull(),
    /** Of a file: DRAFT until it is confirmed, STORING, STORED or FAILED. */
    state: text("state").notNull().default("STORED"),
    /** The file, until it is stored. */
    content: text("content"),
    settings: jsonb("settings").notNull().default({}),
    /** How many rows of it there are to store, and how many were by now. */
    total: integer("total").notNull().default(0),
    stored: integer("stored").notNull().default(0),
    problem: text("problem"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex("spend_imports_teller").on(t.projectId, t.kind, t.teller).where(sql`${t.teller} is not null`),
    index("spend_imports_open").on(t.projectId).where(sql`${t.state} in ('DRAFT', 'STORING')`),
  ],
);

/** How a network is asked what an account of it cost, and what came of it. Only accounts with credentials have one. */
export const networkPulls = pgTable(
  "network_pulls",
  {
    projectId: projectId(),
    accountId: bigint("account_id", { mode: "number" }).notNull(),
    /** Not before this; null: not by itself. */
    nextAt: at("next_at"),
    /** While it is asked: until then nobody else does. */
    claimedUntil: at("claimed_until"),
    startedAt: at("started_at"),
    endedAt: at("ended_at"),
    succeededAt: at("succeeded_at"),
    /** How far the last one that went well looked back. */
    fromDay: date("from_day"),
    toDay: date("to_day"),
    rows: integer("rows").notNull().default(0),
    /** Days that were stored, of how many. */
    done: integer("done").notNull().default(0),
    total: integer("total").notNull().default(0),
    /** How often it failed since the last time it went well. */
    failures: smallint("failures").notNull().default(0),
    problem: text("problem"),
    /** What came back and could not be used, such as campaigns that nobody here has. */
    remarks: jsonb("remarks").notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.accountId] }),
    index("network_pulls_due").on(t.projectId, t.nextAt),
  ],
);

/** What one unit of a currency was worth in the project's, from that day on. */
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

/** Names of ad sets, creatives, keywords and network campaigns, from whatever last told them. */
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

/** The report as a member left it, to come back to or for everybody: what its address held. */
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

/**
 * Where pages of lists ended that somebody reads page by page, of several processes. Not logged: after a crash the
 * next page is found by counting.
 */
export const pageEnds = pgTable("page_ends", {
  key: text("key").primaryKey(),
  position: jsonb("position").notNull(),
  readAt: at("read_at").notNull(),
});

/** Background work that is not per install: leases by task name, so that one process at a time runs it. */
export const taskLeases = pgTable("task_leases", {
  task: text("task").primaryKey(),
  /** Who extends and ends it: one run of the task, not the process, which may begin the next before one that overran ends. */
  holder: text("holder"),
  leaseUntil: at("lease_until").notNull(),
  lastStartedAt: at("last_started_at"),
  lastEndedAt: at("last_ended_at"),
  lastSucceededAt: at("last_succeeded_at"),
  lastResult: jsonb("last_result"),
});
