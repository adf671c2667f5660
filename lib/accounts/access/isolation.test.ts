import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dashboardRoutes } from "@/app/api/dashboard/routes";
import { endpoints } from "@/app/api/endpoints";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { makeShare } from "@/lib/activity/shares/shares";
import { addAlertRule } from "@/lib/alerts/alerts";
import { addSchedule } from "@/lib/alerts/reports/schedules";
import { scheduleInput } from "@/lib/alerts/reports/schema";
import { alertRuleInput } from "@/lib/alerts/rules/schema";
import { addBlockEntry } from "@/lib/attribution/blocks/blocks";
import { blockInput } from "@/lib/attribution/blocks/schema";
import { startReplay } from "@/lib/attribution/replay/replay";
import { runReplay } from "@/lib/attribution/replay/run";
import { addTestDevice } from "@/lib/attribution/test-devices/mark";
import { completeEnv } from "@/lib/base/env";
import { newId, randomBase62 } from "@/lib/base/ids";
import { addAffiliate } from "@/lib/campaigns/affiliates/affiliates";
import { addNetwork } from "@/lib/campaigns/custom-networks/custom-networks";
import { networkInput } from "@/lib/campaigns/custom-networks/schema";
import { createListing, newListingId } from "@/lib/campaigns/store-listings/listings";
import { saveTemplate } from "@/lib/campaigns/templates/templates";
import { addFileExport } from "@/lib/data-access/files/exports";
import { fileExportInput } from "@/lib/data-access/files/schema";
import { saveQuery } from "@/lib/data-access/saved-queries/save";
import { beginWatch } from "@/lib/facts/debug/watch";
import { addAudience } from "@/lib/outbound/audiences/manage/audiences";
import { audienceInput } from "@/lib/outbound/audiences/schema";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { endpointsOf } from "@/lib/platform/http/mount";
import { asServed, type CallEndpoint, type CallOptions } from "@/lib/platform/http/testing";
import { addDomain } from "@/lib/projects/domains/add";
import { issueServerKey } from "@/lib/projects/server-keys/keys";
import { makeSigningKey } from "@/lib/projects/signing/keys";
import { addAnnotation } from "@/lib/reporting/annotations/annotations";
import { testInput } from "@/lib/reporting/incrementality/schema";
import { addTest } from "@/lib/reporting/incrementality/tests";
import { saveReportView } from "@/lib/reporting/views/views";
import { addNetworkAccount } from "@/lib/spend/accounts/accounts";
import { setBudget } from "@/lib/spend/budgets/budgets";
import { addUpload } from "@/lib/spend/upload/upload";
import { separateDatabase } from "@/testing/database";
import {
  type AMember,
  type AProject,
  aClick,
  aMember,
  anAccount,
  aProject,
  decideEverything,
} from "@/testing/factories";

/** @isolated: tests of background tasks work on every project of their database, and would change what is compared here. */
const folder = mkdtempSync(join(tmpdir(), "cairn-isolation-"));
let database: Awaited<ReturnType<typeof separateDatabase>>;
beforeAll(async () => {
  // The settings of the tests that share a database: the time that a slow machine needs, and few connections.
  completeEnv({ DATABASE_TIMEOUT: "240", DATABASE_POOL: "6" });
  database = await separateDatabase(folder);
});
afterAll(async () => {
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

/** The IDs and names of a project's data that calls can refer to. */
type Names = {
  campaign: string;
  campaignId: number;
  listing: string;
  domain: string;
  domainId: number;
  keyId: number;
  signingKeyId: number;
  affiliate: string;
  affiliateId: number;
  network: string;
  templateId: number;
  viewId: number;
  shareId: number;
  annotationId: number;
  incrementalityId: number;
  queryId: number;
  blockId: number;
  budgetId: number;
  audienceId: number;
  fileExportId: number;
  alertRuleId: number;
  scheduleId: number;
  networkAccountId: number;
  replayId: number;
  uploadId: number;
  installId: string;
  instance: string;
  user: string;
  device: string;
  payment: string;
  testDevice: string;
  watch: string;
  destinationId: number;
  delivery: string;
  postback: string;
};

/** Its address is closed, so that no file leaves this machine. */
const fileSettings = {
  datasets: ["campaigns"],
  format: "ndjson",
  storage: "s3",
  place: { endpoint: "https://storage.invalid", region: "auto", bucket: "exports", access_key_id: "AKIA1" },
  secrets: { secret_access_key: "secret" },
  on: false,
};

type Side = AProject & { member: AMember; names: Names; uploadSettings: object };

const host = () => `${randomBase62(10).toLowerCase()}.example.com`;
let millions = 900_000_000;
const noId = () => millions++;

/** Valid IDs that do not exist in any project. */
const missing = (): Names => ({
  campaign: randomBase62(8),
  campaignId: noId(),
  listing: newListingId(),
  domain: host(),
  domainId: noId(),
  keyId: noId(),
  signingKeyId: noId(),
  affiliate: randomBase62(8),
  affiliateId: noId(),
  network: randomBase62(8),
  templateId: noId(),
  viewId: noId(),
  shareId: noId(),
  annotationId: noId(),
  incrementalityId: noId(),
  queryId: noId(),
  blockId: noId(),
  budgetId: noId(),
  audienceId: noId(),
  fileExportId: noId(),
  alertRuleId: noId(),
  scheduleId: noId(),
  networkAccountId: noId(),
  replayId: noId(),
  uploadId: noId(),
  installId: newId(new Date()),
  instance: newId(new Date()),
  user: randomBase62(8),
  device: newId(new Date()),
  payment: randomBase62(8),
  testDevice: newId(new Date()),
  watch: newId(new Date()),
  destinationId: noId(),
  delivery: newId(new Date()),
  postback: newId(new Date()),
});

type Case = { line: string; options: (own: Side, named: Names) => CallOptions & { path?: string } };

const P = "/api/dashboard/projects";
const dashboard = (own: Side, rest = ""): { path: string; session: string } => ({
  path: `${P}/${own.project.id}${rest}`,
  session: own.member.session,
});
const key = (own: Side, query: Record<string, string | number> = {}) => ({ key: own.serverKey, query });
const day = 24 * 60 * 60 * 1000;

/**
 * Calls that read the project's own data. The bytes of their responses must not depend on other projects' data. Add a
 * line for each new endpoint.
 */
const reads: Case[] = [
  { line: "GET /api/v1/campaigns", options: (own) => key(own) },
  {
    line: "GET /api/v1/campaigns",
    options: (own, { campaign }) => key(own, { link: `https://${own.domain}/?c=${campaign}` }),
  },
  { line: "GET /api/v1/campaigns", options: (own, { affiliate }) => key(own, { channel: affiliate }) },
  {
    line: "GET /api/v1/attributed-users",
    options: (own, { campaign }) => key(own, { display_id: campaign }),
  },
  { line: "GET /api/v1/get-attribution-result", options: (own, { user }) => key(own, { user_id: user }) },
  {
    line: "GET /api/v1/get-attribution-result",
    options: (own, { device }) => key(own, { device_identifier: device }),
  },
  { line: "GET /api/v1/reporting/campaigns", options: (own) => key(own) },
  { line: "GET /api/v1/reporting/cohorts", options: (own) => key(own, { by: "creative", traffic: "all" }) },
  { line: "GET /api/v1/reporting/mix-model", options: (own) => key(own) },
  { line: "GET /api/v1/reporting/mix-model/file", options: (own) => key(own) },
  { line: "GET /api/v1/incrementality", options: (own) => key(own) },
  { line: "GET /api/v1/incrementality/plan", options: (own) => key(own, { network: "META" }) },
  { line: "GET /api/v1/networks", options: (own) => key(own) },
  { line: "GET /api/v1/exchange-rates", options: (own) => key(own) },
  { line: "GET /api/v1/deliveries", options: (own) => key(own) },
  {
    line: "POST /api/client/attribution-data",
    options: (own, { instance }) => ({
      body: { token: own.token, install_instance_id: instance, platform: "IOS" },
    }),
  },
  { line: "GET /api/dashboard/me", options: (own) => ({ session: own.member.session }) },
  { line: "GET /api/dashboard/me/projects", options: (own) => ({ session: own.member.session }) },
  ...[
    "",
    "/server-keys",
    "/app-settings",
    "/signing",
    "/networks/meta-key",
    "/domains",
    "/store-listings",
    "/affiliates",
    "/ad-networks",
    "/report/views",
    "/network-accounts",
    "/limits",
    "/retention",
    "/deletion",
    "/shares",
    "/audit?area=domain",
    "/audit/export.csv",
    "/campaign-templates",
    "/campaigns",
    "/campaigns/export.csv",
    "/campaigns/tags",
    "/campaigns/summary",
    "/features",
    "/annotations",
    "/queries",
    "/queries/views",
    "/blocks",
    "/rules/sources",
    "/rules/evidence/export.csv",
    "/budgets",
    "/budgets/sql",
    "/file-exports",
    "/audiences",
    "/audiences/kinds",
    "/report-schedules",
    "/alerts",
    "/alerts/firing",
    "/alerts/team",
    "/report/groups?by=campaign,tag",
    "/report/changes?by=campaign&compare=weeks&from=2026-01-01&to=2026-12-31",
    "/report/lines?metric=installs&by=campaign&from=2026-01-01&to=2026-12-31",
    "/report/groups/export.csv?by=campaign,tag",
    "/cohorts?by=ad_set&traffic=all",
    "/cohorts/export.csv?by=tag&traffic=all",
    "/mix-model?geo=country",
    "/mix-model/export.csv",
    "/incrementality",
    "/incrementality/plan?network=META",
    "/installs",
    "/installs/totals",
    "/installs/export.csv",
    "/arrivals",
    "/debug",
    "/destinations",
    "/destinations/kinds",
    "/deliveries",
    "/deliveries/totals",
    "/deliveries/export.csv",
    "/test-devices",
    "/clicks",
    "/clicks/totals",
    "/clicks/export.csv",
    "/events",
    "/events/totals",
    "/events/names",
    "/events/counts",
    "/events/export.csv",
    "/ad-revenue",
    "/ad-revenue/totals",
    "/ad-revenue/export.csv",
    "/payments",
    "/payments/totals",
    "/payments/export.csv",
    "/sign-ups",
    "/sign-ups/totals",
    "/sign-ups/export.csv",
    "/rejections",
    "/rejections/reasons",
    "/rules",
    "/rules/replays",
    "/consent",
    "/site",
    "/discrepancies",
    "/discrepancies/export.csv",
    "/discrepancies/versions?campaign=1&day=2026-03-01",
    "/discrepancies/installs",
    "/discrepancies/installs/totals",
    "/discrepancies/installs/export.csv",
    "/web-to-app",
    "/web-visitors",
    "/web-visitors/totals",
    "/web-visitors/export.csv",
    "/conversions",
    "/apple-postbacks",
    "/apple-postbacks/totals",
    "/apple-postbacks/export.csv",
    "/apple-postbacks/figures",
    "/apple-postbacks/figures/sql",
    "/apple-postbacks/estimate",
    "/apple-postbacks/estimate/sql",
    "/apple-postbacks/setup",
    "/overview",
    "/overview/attention",
    "/overview/movers",
    "/overview/sql",
    "/report/sql?by=campaign,tag&columns=installs",
    "/cohorts/sql?by=campaign&metric=ltv",
    "/report",
    "/report/export.csv",
    "/report/assists",
    "/report/assists/sql",
    "/report/ios",
    "/spend",
    "/spend/export.csv",
    "/spend/imports",
    "/spend/imports/export.csv",
    "/spend/sums?by=campaign",
    "/spend/sql?by=row",
    "/spend/pulls",
    "/uninstalls",
    "/purchases",
    "/spend/rates",
  ].map((rest): Case => ({ line: `GET ${P}/:project${rest}`, options: (own) => dashboard(own, rest) })),
  {
    line: `GET ${P}/:project/search`,
    options: (own, { user }) => ({ ...dashboard(own, "/search"), query: { q: user } }),
  },
  ...["/members", "/invitations", "/deleted-projects", "/audit?area=domain", "/audit/export.csv"].map(
    (rest): Case => ({
      line: `GET /api/dashboard/accounts/:account${rest}`,
      options: (own) => ({
        path: `/api/dashboard/accounts/${own.accountId}${rest}`,
        session: own.member.session,
      }),
    }),
  ),
];

/** Calls that name something. Another project's names must have the same response as unknown names. */
const naming: Case[] = [
  { line: "GET /api/v1/campaigns", options: (own, { domain }) => key(own, { domain }) },
  {
    line: "GET /api/v1/campaigns",
    options: (own, { campaign }) => key(own, { link: `https://${own.domain}/?c=${campaign}` }),
  },
  { line: "GET /api/v1/campaigns", options: (own, { affiliate }) => key(own, { channel: affiliate }) },
  {
    line: "GET /api/v1/attributed-users",
    options: (own, { campaign }) => key(own, { display_id: campaign }),
  },
  { line: "GET /api/v1/get-attribution-result", options: (own, { user }) => key(own, { user_id: user }) },
  {
    line: "GET /api/v1/get-attribution-result",
    options: (own, { device }) => key(own, { device_identifier: device }),
  },
  ...(["user", "device"] as const).map(
    (by): Case => ({
      line: "POST /api/v1/consent",
      options: (own, named) => ({
        key: own.serverKey,
        body: { [by === "user" ? "user_id" : "device_identifier"]: named[by], ad_user_data: true },
      }),
    }),
  ),
  ...[
    { line: "POST /api/v1/events", what: { event_name: "taken" } },
    { line: "POST /api/v1/payments", what: { amount: 1 } },
    { line: "POST /api/v1/ad-revenue", what: { amount: 1 } },
  ].flatMap(({ line, what }): Case[] => [
    { line, options: (own, { user }) => ({ key: own.serverKey, body: { ...what, user_id: user } }) },
    {
      line,
      options: (own, { instance }) => ({
        key: own.serverKey,
        body: { ...what, install_instance_id: instance },
      }),
    },
  ]),
  {
    line: "PATCH /api/v1/campaigns/:display_id",
    options: (own, { campaign }) => ({
      path: `/api/v1/campaigns/${campaign}`,
      key: own.serverKey,
      body: { name: "Taken" },
    }),
  },
  {
    line: "PATCH /api/v1/networks/:code",
    options: (own, { network }) => ({
      path: `/api/v1/networks/${network}`,
      key: own.serverKey,
      body: { link_parameters: "taken=1" },
    }),
  },
  {
    line: "DELETE /api/v1/networks/:code",
    options: (own, { network }) => ({ path: `/api/v1/networks/${network}`, key: own.serverKey }),
  },
  {
    line: "DELETE /api/v1/campaigns/:display_id",
    options: (own, { campaign }) => ({ path: `/api/v1/campaigns/${campaign}`, key: own.serverKey }),
  },
  {
    line: "POST /api/v1/create-campaign",
    options: (own, { listing }) => ({
      key: own.serverKey,
      body: { name: "Taken", store_listing_ids: [listing] },
    }),
  },
  {
    line: "POST /api/v1/create-campaign",
    options: (own, { domain }) => ({ key: own.serverKey, body: { name: "Taken", domain } }),
  },
  {
    line: "POST /api/client/attribution-data",
    options: (own, { instance }) => ({
      body: { token: own.token, install_instance_id: instance, platform: "IOS" },
    }),
  },
  {
    line: "POST /api/client/remove-captured-payment",
    options: (own, { payment, instance }) => ({
      body: { token: own.token, payment_id: payment, install_instance_id: instance },
    }),
  },
  {
    line: `GET ${P}/:project/campaigns/activity`,
    options: (own, { campaignId }) => ({
      ...dashboard(own, "/campaigns/activity"),
      query: { ids: String(campaignId) },
    }),
  },
  {
    line: `POST ${P}/:project/campaigns/sheet/preview`,
    options: (own, { campaignId }) => ({
      ...dashboard(own, "/campaigns/sheet/preview"),
      body: { text: "Name\nx", template: campaignId },
    }),
  },
  {
    line: `POST ${P}/:project/campaigns/sheet/preview`,
    options: (own, { templateId }) => ({
      ...dashboard(own, "/campaigns/sheet/preview"),
      body: { text: "Name\nx", saved_template: templateId },
    }),
  },
  {
    line: `POST ${P}/:project/campaign-templates`,
    options: (own, { campaignId }) => ({
      ...dashboard(own, "/campaign-templates"),
      body: { name: "Taken", campaign: campaignId },
    }),
  },
  {
    line: `POST ${P}/:project/campaigns/bulk`,
    options: (own, { campaignId }) => ({
      ...dashboard(own, "/campaigns/bulk"),
      body: { ids: [campaignId], action: "deactivate" },
    }),
  },
  {
    line: `POST ${P}/:project/rules/simulate`,
    options: (own, { campaignId }) => ({
      ...dashboard(own, "/rules/simulate"),
      body: {
        clicks: [{ campaign: campaignId, minutes_before: 5, tie: "referrer" }],
        install: { platform: "ANDROID" },
      },
    }),
  },
  {
    line: `GET ${P}/:project/campaigns/display-id`,
    options: (own, { campaign }) => ({
      ...dashboard(own, "/campaigns/display-id"),
      query: { value: campaign },
    }),
  },
  ...(["installId", "instance", "user", "device"] as const).flatMap((name): Case[] => [
    {
      line: `GET ${P}/:project/installs/explain`,
      options: (own, named) => ({ ...dashboard(own, "/installs/explain"), query: { q: named[name] } }),
    },
    {
      line: `GET ${P}/:project/installs`,
      options: (own, named) => ({ ...dashboard(own, "/installs"), query: { search: named[name] } }),
    },
  ]),
  ...(["installId", "instance", "device"] as const).map(
    (name): Case => ({
      line: `GET ${P}/:project/live`,
      options: (own, named) => ({ ...dashboard(own, "/live"), query: { install: named[name] } }),
    }),
  ),
  {
    line: `GET ${P}/:project/clicks`,
    options: (own, named) => ({ ...dashboard(own, "/clicks"), query: { campaign: named.campaignId } }),
  },
  ...(["events", "payments", "ad-revenue"] as const).flatMap((noun) =>
    (["installId", "instance", "device", "user", "campaignId"] as const).map(
      (name): Case => ({
        line: `GET ${P}/:project/${noun}`,
        options: (own, named) => ({
          ...dashboard(own, `/${noun}`),
          query: { [name === "user" ? "user" : name === "campaignId" ? "campaign" : "install"]: named[name] },
        }),
      }),
    ),
  ),
  ...(["user", "campaignId"] as const).map(
    (name): Case => ({
      line: `GET ${P}/:project/sign-ups`,
      options: (own, named) => ({
        ...dashboard(own, "/sign-ups"),
        query: { [name === "user" ? "user" : "campaign"]: named[name] },
      }),
    }),
  ),
  ...(["campaign", "user", "device", "instance"] as const).map(
    (name): Case => ({
      line: `GET ${P}/:project/search`,
      options: (own, named) => ({ ...dashboard(own, "/search"), query: { q: named[name] } }),
    }),
  ),
  {
    line: `GET ${P}/:project/payments`,
    options: (own, { payment }) => ({ ...dashboard(own, "/payments"), query: { payment } }),
  },
  {
    line: `GET ${P}/:project/live`,
    options: (own, { user }) => ({ ...dashboard(own, "/live"), query: { user } }),
  },
  ...(["user", "instance"] as const).map(
    (name): Case => ({
      line: `POST ${P}/:project/privacy/export`,
      options: (own, named) => ({
        ...dashboard(own, "/privacy/export"),
        body: { [name === "user" ? "user" : "install"]: named[name] },
      }),
    }),
  ),
  {
    line: `PUT ${P}/:project/installs/:install/test`,
    options: (own, { installId }) => ({
      ...dashboard(own, `/installs/${installId}/test`),
      body: { test: true },
    }),
  },
  {
    line: `POST ${P}/:project/installs/:install/forget`,
    options: (own, { installId }) => dashboard(own, `/installs/${installId}/forget`),
  },
  {
    line: `POST ${P}/:project/installs/:install/retry`,
    options: (own, { installId }) => dashboard(own, `/installs/${installId}/retry`),
  },
  {
    line: `POST ${P}/:project/test-devices`,
    options: (own, { device }) => ({
      ...dashboard(own, "/test-devices"),
      body: { device_id: device, name: "Taken" },
    }),
  },
  {
    line: `DELETE ${P}/:project/test-devices/:device`,
    options: (own, { testDevice }) => dashboard(own, `/test-devices/${testDevice}`),
  },
  ...["GET", "DELETE"].map(
    (method): Case => ({
      line: `${method} ${P}/:project/debug/:watch`,
      options: (own, { watch }) => dashboard(own, `/debug/${watch}`),
    }),
  ),
  ...(["GET", "PUT", "DELETE"] as const).map(
    (method): Case => ({
      line: `${method} ${P}/:project/destinations/:id`,
      options: (own, { destinationId }) => ({
        ...dashboard(own, `/destinations/${destinationId}`),
        ...(method === "PUT" ? { body: { name: "Taken" } } : {}),
      }),
    }),
  ),
  ...(["POST", "DELETE"] as const).map(
    (method): Case => ({
      line: `${method} ${P}/:project/destinations/:id/pause`,
      options: (own, { destinationId }) => dashboard(own, `/destinations/${destinationId}/pause`),
    }),
  ),
  ...(["secret", "test"] as const).map(
    (what): Case => ({
      line: `POST ${P}/:project/destinations/:id/${what}`,
      options: (own, { destinationId }) => dashboard(own, `/destinations/${destinationId}/${what}`),
    }),
  ),
  {
    line: `GET ${P}/:project/destinations/:id/report`,
    options: (own, { destinationId }) => dashboard(own, `/destinations/${destinationId}/report`),
  },
  {
    line: `POST ${P}/:project/destinations/preview-simulated`,
    options: (own, { campaignId }) => ({
      ...dashboard(own, "/destinations/preview-simulated"),
      body: {
        clicks: [{ campaign: campaignId, minutes_before: 5, tie: "referrer" }],
        install: { platform: "ANDROID" },
      },
    }),
  },
  {
    line: `GET ${P}/:project/destinations/preview`,
    options: (own, { installId }) => ({
      ...dashboard(own, "/destinations/preview"),
      query: { fact: "install", id: installId },
    }),
  },
  {
    line: `GET ${P}/:project/deliveries/:delivery`,
    options: (own, { delivery }) => dashboard(own, `/deliveries/${delivery}`),
  },
  {
    line: `GET ${P}/:project/apple-postbacks/:postback`,
    options: (own, { postback }) => dashboard(own, `/apple-postbacks/${postback}`),
  },
  {
    line: `POST ${P}/:project/apple-postbacks/:postback/verify`,
    options: (own, { postback }) => dashboard(own, `/apple-postbacks/${postback}/verify`),
  },
  {
    line: `POST ${P}/:project/deliveries/replay`,
    options: (own, { delivery }) => ({ ...dashboard(own, "/deliveries/replay"), body: { ids: [delivery] } }),
  },
  { line: "GET /api/v1/deliveries", options: (own, { instance }) => key(own, { install: instance }) },
  {
    line: `GET ${P}/:project/debug/:watch/qr.svg`,
    options: (own, { watch }) => dashboard(own, `/debug/${watch}/qr.svg`),
  },
  {
    line: `POST ${P}/:project/privacy/erase`,
    options: (own, { instance }) => ({
      ...dashboard(own, "/privacy/erase"),
      body: { install: instance, confirm: "erase" },
    }),
  },
  {
    line: `GET ${P}/:project/installs`,
    options: (own, { campaignId }) => ({ ...dashboard(own, "/installs"), query: { campaign: campaignId } }),
  },
  {
    line: `PUT ${P}/:project/spend/uploads/:id`,
    options: (own, { uploadId }) => ({
      ...dashboard(own, `/spend/uploads/${uploadId}`),
      body: own.uploadSettings,
    }),
  },
  {
    line: `GET ${P}/:project/links/arrival`,
    options: (own, { campaignId }) => ({
      ...dashboard(own, "/links/arrival"),
      query: { campaign_id: campaignId, since: new Date().toISOString() },
    }),
  },
  {
    line: `GET ${P}/:project/links/warnings`,
    options: (own, { campaignId }) => ({
      ...dashboard(own, "/links/warnings"),
      query: { campaign_id: campaignId },
    }),
  },
  {
    line: `GET ${P}/:project/spend`,
    options: (own, { campaignId }) => ({ ...dashboard(own, "/spend"), query: { campaign: campaignId } }),
  },
  {
    line: `POST ${P}/:project/spend/remove`,
    options: (own, { campaignId }) => ({
      ...dashboard(own, "/spend/remove"),
      body: { rows: 1, campaign: campaignId },
    }),
  },
  ...(["/api/v1/spend", `${P}/:project/spend`] as const).map(
    (path): Case => ({
      line: `POST ${path}`,
      options: (own, { campaign }) => {
        const row = { date: "2026-06-14", campaign, amount: 3 };
        return path === "/api/v1/spend"
          ? { key: own.serverKey, body: { rows: [row] } }
          : { ...dashboard(own, "/spend"), body: row };
      },
    }),
  ),
  ...(
    [
      ["GET", "/installs/:install", "installId"],
      ["POST", "/server-keys/:id/rotate", "keyId"],
      ["DELETE", "/server-keys/:id", "keyId"],
      ["POST", "/signing/keys/:id/rotate", "signingKeyId"],
      ["DELETE", "/signing/keys/:id", "signingKeyId"],
      ["POST", "/domains/:id/primary", "domainId"],
      ["POST", "/domains/:id/check", "domainId"],
      ["POST", "/domains/:id/doctor", "domainId"],
      ["DELETE", "/domains/:id", "domainId"],
      ["PATCH", "/store-listings/:id", "listing"],
      ["DELETE", "/store-listings/:id", "listing"],
      ["POST", "/store-listings/:id/read", "listing"],
      ["DELETE", "/affiliates/:id", "affiliateId"],
      ["PATCH", "/ad-networks/:code", "network"],
      ["DELETE", "/ad-networks/:code", "network"],
      ["PUT", "/ad-networks/:code/windows", "network"],
      ["GET", "/ad-networks/:code/server-clicks", "network"],
      ["PUT", "/ad-networks/:code/server-clicks", "network"],
      ["POST", "/ad-networks/:code/server-clicks/rotate", "network"],
      ["PATCH", "/campaign-templates/:id", "templateId"],
      ["DELETE", "/campaign-templates/:id", "templateId"],
      ["DELETE", "/report/views/:id", "viewId"],
      ["DELETE", "/shares/:id", "shareId"],
      ["PUT", "/annotations/:id", "annotationId"],
      ["PUT", "/queries/:id", "queryId"],
      ["DELETE", "/queries/:id", "queryId"],
      ["DELETE", "/budgets/:id", "budgetId"],
      ["GET", "/audiences/:id", "audienceId"],
      ["GET", "/audiences/:id/outcome", "audienceId"],
      ["GET", "/audiences/:id/members.csv", "audienceId"],
      ["POST", "/audiences/:id/run", "audienceId"],
      ["PUT", "/audiences/:id", "audienceId"],
      ["DELETE", "/audiences/:id", "audienceId"],
      ["GET", "/file-exports/:id", "fileExportId"],
      ["GET", "/file-exports/:id/earlier-files", "fileExportId"],
      ["POST", "/file-exports/:id/test", "fileExportId"],
      ["POST", "/file-exports/:id/run", "fileExportId"],
      ["PUT", "/file-exports/:id", "fileExportId"],
      ["DELETE", "/file-exports/:id", "fileExportId"],
      ["DELETE", "/annotations/:id", "annotationId"],
      ["GET", "/incrementality/:id", "incrementalityId"],
      ["GET", "/incrementality/:id/result", "incrementalityId"],
      ["PUT", "/incrementality/:id", "incrementalityId"],
      ["DELETE", "/incrementality/:id", "incrementalityId"],
      ["POST", "/blocks/:id/end", "blockId"],
      ["DELETE", "/blocks/:id", "blockId"],
      ["GET", "/alerts/:id", "alertRuleId"],
      ["PUT", "/alerts/:id", "alertRuleId"],
      ["PUT", "/alerts/:id/on", "alertRuleId"],
      ["DELETE", "/alerts/:id/email", "alertRuleId"],
      ["PUT", "/alerts/:id/mute", "alertRuleId"],
      ["DELETE", "/alerts/:id", "alertRuleId"],
      ["PUT", "/report-schedules/:id", "scheduleId"],
      ["POST", "/report-schedules/:id/send", "scheduleId"],
      ["DELETE", "/report-schedules/:id/email", "scheduleId"],
      ["DELETE", "/report-schedules/:id", "scheduleId"],
      ["PATCH", "/network-accounts/:id", "networkAccountId"],
      ["DELETE", "/network-accounts/:id", "networkAccountId"],
      ["DELETE", "/spend/pulls/:id", "networkAccountId"],
      ["POST", "/spend/pulls/:id/run", "networkAccountId"],
      ["PUT", "/spend/pulls/:id", "networkAccountId"],
      ["GET", "/spend/uploads/:id", "uploadId"],
      ["POST", "/spend/uploads/:id/store", "uploadId"],
      ["DELETE", "/spend/uploads/:id", "uploadId"],
      ["GET", "/rules/replays/:id", "replayId"],
      ["DELETE", "/rules/replays/:id", "replayId"],
      ["POST", "/rules/replays/:id/apply", "replayId"],
      ["GET", "/campaigns/:campaign", "campaignId"],
      ["PATCH", "/campaigns/:campaign", "campaignId"],
      ["DELETE", "/campaigns/:campaign", "campaignId"],
      ["PUT", "/campaigns/:campaign/default", "campaignId"],
      ["DELETE", "/campaigns/:campaign/default", "campaignId"],
      ["GET", "/campaigns/:campaign/qr.svg", "campaignId"],
      ["GET", "/campaigns/:campaign/qr.png", "campaignId"],
      ["GET", "/campaigns/:campaign/attributed-users", "campaignId"],
      ["GET", "/campaigns/:campaign/figures", "campaignId"],
      ["GET", "/campaigns/:campaign/cohorts", "campaignId"],
      ["GET", "/campaigns/:campaign/days", "campaignId"],
      ["GET", "/campaigns/:campaign/breakdown", "campaignId"],
      ["GET", "/campaigns/:campaign/link-clicks", "campaignId"],
      ["GET", "/campaigns/:campaign/variants", "campaignId"],
      ["GET", "/campaigns/:campaign/attributed-users/export.csv", "campaignId"],
    ] as const
  ).map(
    ([method, rest, name]): Case => ({
      line: `${method} ${P}/:project${rest}`,
      options: (own, named) => ({
        ...dashboard(own, rest.replace(/:(id|code|campaign|install)/, String(named[name]))),
        ...(method === "GET" || method === "DELETE"
          ? {}
          : {
              body: {
                name: "Taken",
                link_parameters: "taken=1",
                credentials: { access_token: "x" },
                day: "2026-06-01",
                text: "Taken",
                sql: "select 1",
                kind: "domain",
                on: true,
                until: "2026-06-01T00:00:00.000Z",
                hours: 1,
                calls_per_second: 5,
                click_window_days: 1,
                view_window_hours: 1,
                title: "Taken",
                shown: { kind: "campaigns", query: "" },
                ...(rest.startsWith("/file-exports/:id/") ? {} : fileSettings),
                ...(rest === "/audiences/:id" ? { conditions: {}, kind: "csv" } : {}),
                ...(rest === "/incrementality/:id" ? pausedMeta : {}),
                cadence: "daily",
                hour: 8,
                // The recipients of a rule are checked before the rule is looked up.
                ...(rest.startsWith("/report-schedules") ? { emails: ["taken@example.com"] } : {}),
              },
            }),
      }),
    }),
  ),
];

const pausedMeta = {
  ...{ title: "Meta paused", kind: "pause_regions", network: "META", countries: ["DE"] },
  ...{ starts_on: "2026-06-01", ends_on: "2026-06-28" },
};

const served = endpoints.map((endpoint) => ({ GET: { endpoint } }));

test("every route of a project is tested from another project", () => {
  const tried = new Set([...reads, ...naming].map(({ line }) => line.split("?")[0]));
  const lines = endpointsOf("/api/dashboard", dashboardRoutes)
    .filter(({ path }) => path.startsWith(`${P}/:project/`))
    .flatMap(({ path, routes }) => Object.keys(routes).map((method) => `${method} ${path}`))
    // A currency, a day and a kind of service are the same in every project, so they reveal nothing.
    .filter((line) => !/\/:currency\/:day$|\/uninstalls\/:kind|\/purchases\/:source/.test(line))
    // Another site's picture does not contain project data, and a link is only found on the project's own domains.
    .filter((line) => !/\/campaigns\/card-image$|\/links\/qr\.svg$/.test(line))
    // These calls name only the project, and the role matrix already rejects strangers.
    .filter((line) => line.startsWith("GET ") || line.slice(line.indexOf(":project/")).includes("/:"));
  expect(lines.filter((line) => !tried.has(line))).toEqual([]);
});

asServed([...served, dashboardRoutes], (call) => {
  // Each call is a minute after the one before, because limits have their own tests.
  let tick = 0;
  const send = ({ line, options }: Case, own: Side, named: Names, now?: Date) => {
    const { path, ...query } = options(own, named);
    tick += 60_000;
    return call(path ? `${line.split(" ")[0]} ${path}` : line, { ...query, tick, ...(now ? { now } : {}) });
  };

  /** The response without the names in the request. */
  async function anonymous(one: Case, own: Side, named: Names, now?: Date) {
    const used = new Set<string>();
    const watched = new Proxy(named, {
      get(names, name: keyof Names) {
        // Numbers are not removed, because a short one would also occur in other places.
        if (typeof names[name] === "string") used.add(names[name]);
        return names[name];
      },
    });
    const { status, text } = await send(one, own, watched, now);
    return { status, text: [...used].reduce((all, name) => all.replaceAll(name, "NAME"), text) };
  }

  /** The text of every response at one moment, so that only the data can make a difference. */
  async function everything(own: Side, now: Date): Promise<string[]> {
    const answers: string[] = [];
    for (const one of reads) {
      const { status, text } = await send(one, own, own.names, now);
      // The log of exports grows with each reading of it. The only visible fact about another project is that it lists
      // the same app, without its name.
      const lines = text
        .split("\r\n")
        .filter((each) => !/person\.export-list|apple-postbacks\.contested/.test(each));
      // Reading stores the use of a key and a session once a minute, on a slow machine for the first time here.
      const still = lines
        .join("\r\n")
        .replaceAll(/("last_(?:used|seen)_at":)(?:"[^"]*"|null)/g, '$1"then"')
        .replaceAll(/"is_contested":(true|false)/g, '"is_contested":"either"');
      answers.push(`${one.line} ${status} ${still}`);
    }
    return answers;
  }

  /** Waits for background work after responses: an install is attributed, the use of a key is stored. */
  async function settled(own: Side, now: Date): Promise<string[]> {
    await decideEverything(own);
    for (let last = ""; ; await new Promise((resolve) => setTimeout(resolve, 25))) {
      const answers = await everything(own, now);
      if (JSON.stringify(answers) === last && !last.includes("PENDING")) return answers;
      last = JSON.stringify(answers);
    }
  }

  test("all responses of a project are equal, byte for byte, with and without another project", async () => {
    const own = await aSide(call);
    const now = new Date(Date.now() + day);
    const alone = await settled(own, now);
    for (const answer of alone) expect(answer).toMatch(/ (200|204) /);
    // The other project has the same names and devices if two projects may share them.
    await aSide(call, own);
    expect(await everything(own, now)).toEqual(alone);
  });

  describe("another project's name gets the same response as an unknown one", async () => {
    type Victim = { other: Side; now: Date; before: string[]; rows: Record<string, string> };
    const aVictim = async (): Promise<Victim> => {
      const other = await aSide(call);
      const now = new Date();
      const before = await settled(other, now);
      return { other, now, before, rows: await hashesOfRows(other) };
    };
    const caller = shared(() => aSide(call));
    const spare = shared(() => aSide(call));
    const victim = shared(aVictim);

    test.each(naming.map((one, i) => [`${one.line} (${i})`, one] as const))("%s", async (_title, one) => {
      const own = await caller.get();
      const { other, now, rows } = await victim.get();
      const foreign = await anonymous(one, own, other.names, now);
      expect(foreign).toEqual(await anonymous(one, own, missing(), now));
      expect(foreign.text).not.toContain(other.project.name);
      const after = await hashesOfRows(other);
      const changed = Object.keys(after).filter((table) => after[table] !== rows[table]);
      // The next test must not fail because of this one.
      if (changed.length > 0) victim.renew();
      expect(changed, "tables with other rows of the project").toEqual([]);
      // The same call about the project's own data has a different response, so a leak would be visible.
      let about = await spare.get();
      let answer = await anonymous(one, about, about.names);
      // A former test may have changed or removed what this one names. Only a success proves that it has not.
      if (answer.status >= 300 || isEqual(answer, foreign)) {
        spare.renew();
        about = await spare.get();
        answer = await anonymous(one, about, about.names);
      }
      expect(answer).not.toEqual(foreign);
    });

    test("after all of these calls, the responses of the other project are the same", async () => {
      const { other, now, before } = await victim.get();
      for (const [i, answer] of (await everything(other, now)).entries()) expect(answer).toBe(before[i]);
    });
  });
});

const isEqual = (one: { status: number; text: string }, other: { status: number; text: string }) =>
  one.status === other.status && one.text === other.text;

/** A value for several tests. One that could not be made is made again, or every later test would fail with its error. */
function shared<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined;
  const renew = () => {
    made = undefined;
  };
  const get = () => {
    made ??= make().catch((error) => {
      renew();
      throw error;
    });
    return made;
  };
  return { get, renew };
}

/**
 * A hash of the project's rows in each table, which is faster to compare than all responses. Another project that lists
 * the same app is the only visible fact about it.
 */
async function hashesOfRows({ project }: Side): Promise<Record<string, string>> {
  const tables = await sql<{ name: string; key: string }[]>`
    select c.relname as name, case c.relname when 'projects' then 'id' else 'project_id' end as key from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and (c.relname = 'projects' or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id'))`;
  const hashes = tables
    .map(
      ({ name, key }) => sql`
        select ${name} as name, md5(string_agg(t::text, '' order by t::text)) as hash
        from ${sql(name)} t where t.${sql(key)} = ${project.id}
        ${name === "audit_log" ? sql`and t.action <> 'apple-postbacks.contested'` : sql``}`,
    )
    .reduce((all, one) => sql`${all} union all ${one}`);
  const rows = await sql<{ name: string; hash: string | null }[]>`${hashes}`;
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash ?? "no rows"]));
}

/** A project with data of every kind. With `like` it reuses that project's names if possible. */
async function aSide(call: CallEndpoint, like?: Side): Promise<Side> {
  const account = await anAccount();
  const made = await aProject({ account });
  const member = await aMember("owner", account);
  const { project, serverKey, token } = made;
  const now = new Date();
  const at = { now, appUrl: "http://localhost:3000" };
  const names = { ...missing(), ...(like && pick(like.names)) };

  names.domain = host();
  const proved = { ...at, byOperator: true };
  names.domainId = (await addDomain(project, names.domain, commandLine, proved)).domain.id;
  names.keyId = (
    await issueServerKey(project, { name: "Second", expiresAt: null }, commandLine, now)
  ).server_key.id;
  names.signingKeyId = (await makeSigningKey(project, "App", commandLine, now)).key.id;
  const hook = {
    kind: "webhook",
    name: "Hook",
    mode: "dry_run",
    settings: { url: "https://example.com/" },
  } as const;
  const { destination } = await createDestination(project, { ...hook, secrets: {} }, commandLine, now);
  names.destinationId = destination.id;
  names.watch = (await beginWatch(project, { scheme: "myapp" }, "somebody", now)).id;
  await addTestDevice(project, { device_id: names.testDevice, name: "Phone" }, commandLine, now);
  await addNetwork(project, networkInput.parse({ name: names.network }), { by: commandLine, now });
  names.affiliateId = (await addAffiliate(project, names.affiliate, commandLine, now)).affiliate.id;
  const view = { name: "Weekly", query: "", shared: true };
  names.viewId = (await saveReportView({ project, role: "owner", member }, view, now)).view.id;
  const share = { title: "Client", valid_days: 30, window: { days: 30 } };
  const shown = { kind: "overview", query: "" } as const;
  const shareAt = { token: randomBase62(40), now, appUrl: "http://localhost:3000" };
  names.shareId = (await makeShare(project, { ...share, shown }, commandLine, shareAt)).share.id;
  const note = { day: "2026-06-01", text: "Price change" };
  const rule = alertRuleInput.parse({ kind: "domain" });
  names.alertRuleId = (
    await addAlertRule({ project, reader: { email: "", mayWrite: true } }, rule, commandLine, now)
  ).rule.id;
  const schedule = scheduleInput.parse({
    title: "Weekly",
    shown: { kind: "campaigns", query: "" },
    ...{ cadence: "weekly", hour: 8, on: false, emails: ["a@example.com"] },
  });
  const asReader = { project, reader: { email: "", mayWrite: true } };
  names.scheduleId = (await addSchedule(asReader, { ...schedule, emails: [] }, commandLine, now)).schedule.id;
  const files = fileExportInput.parse({ ...fileSettings, title: "Warehouse", cadence: "daily" });
  names.fileExportId = (await addFileExport(project, files, commandLine, now)).export.id;
  const audience = audienceInput.parse({ title: "Payers", conditions: {}, kind: "csv" });
  names.audienceId = (await addAudience(project, audience, commandLine, now)).audience.id;
  names.queryId = (
    await saveQuery(project, { name: "Installs", sql: "select 1" }, commandLine, now)
  ).query.id;
  names.annotationId = (await addAnnotation(project, note, commandLine, now)).annotation.id;
  names.incrementalityId = (await addTest(project, testInput.parse(pausedMeta), commandLine, now)).test.id;
  const block = blockInput.parse({ kind: "publisher", value: "4711", action: "tag", reason: "Fast clicks" });
  names.blockId = (await addBlockEntry(project, block, { by: commandLine, now })).entry.id;
  const input = { network: "META", name: "Main" };
  names.networkAccountId = (await addNetworkAccount(project, input, commandLine, now)).network_account.id;
  const june = { from: "2026-06-01", to: "2026-06-30" };
  names.replayId = (await startReplay(project, {}, june, commandLine, now)).id;
  await runReplay(
    project,
    names.replayId,
    () => false,
    () => now,
  );
  const file = { name: "june.csv", bytes: Buffer.from("Date,Campaign,Cost\n2026-06-12,Spring,3\n") };
  const { upload } = await addUpload(project, file, commandLine, now);
  names.uploadId = upload.id;
  const page = { platform: "IOS" as const, appId: "1", pageId: null, url: "https://apps.apple.com/app/id1" };
  names.listing = newListingId();
  await createListing(project, { name: "Main", page }, commandLine, { id: names.listing, now });

  const done = async (line: string, query: CallOptions) => {
    const got = await call(line, query);
    if (got.status >= 300) throw new Error(`${line}: ${got.text}`);
    return got.body.data;
  };
  const campaign = await done("POST /api/v1/create-campaign", {
    key: serverKey,
    body: { name: "Spring", custom_display_id: names.campaign, store_listing_ids: [names.listing] },
  });
  names.campaignId = campaign.id;
  const budget = { campaign_id: names.campaignId, network: null, amount: 100, currency: project.currency };
  names.budgetId = (
    await setBudget(project, { ...budget, from: null, to: null }, commandLine, now)
  ).budget.id;
  const alike = { name: "Like spring", campaign: campaign.id, replace: false };
  names.templateId = (await saveTemplate(project, alike, { by: commandLine, now })).template.id;
  await aClick(made, { campaignId: names.campaignId, warnings: ["unreplaced_macro"] });
  const device = { token, install_instance_id: names.instance, platform: "IOS" };
  const link = `https://${made.domain}/?c=${names.campaign}`;
  const first = await call("POST /api/client/init", {
    body: { ...device, link, device_data: { idfa: names.device } },
  });
  names.installId = first.body.processing_id;
  await done("POST /api/client/trigger", { body: { ...device, user_data: { id: names.user } } });
  await done("POST /api/client/capture-event", { body: { ...device, event_name: "walked" } });
  await done("POST /api/client/capture-payment", {
    body: { ...device, user_id: names.user, payment_id: names.payment, amount: 12.5 },
  });
  await done("POST /api/client/capture-ad-revenue", { body: { ...device, amount: 0.5 } });
  names.delivery = newId(now);
  await sql`
    insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, install_instance_id, state)
    values (${project.id}, ${names.delivery}, ${names.destinationId}, 'event:1', 'event', ${newId(now)}, ${now},
      ${names.instance}, 'dry')`;
  names.postback = newId(now);
  await sql`
    insert into apple_postbacks (project_id, id, received_at, framework, postback_uid, sequence, digest, verdict, is_test,
      is_first, source, network_id, source_identifier, conversion_type, did_win, begun_from, begun_until, schema_from,
      schema_until, raw)
    values (${project.id}, ${names.postback}, ${now}, 'skan', 'x', 0, 'x', 'verified', false, true, '', 'abc', '12',
      'download', true, ${now}, ${now}, 0, 0, '{}')`;
  const rates = [{ currency: "EUR", day: "2026-06-01", rate: 1.1 }];
  await done("PUT /api/v1/exchange-rates", { key: serverKey, body: { rates } });
  await done("POST /api/v1/spend", {
    key: serverKey,
    body: { rows: [{ date: "2026-06-12", campaign: names.campaign, amount: 12, currency: "EUR" }] },
  });
  return { ...made, member, names, uploadSettings: upload.preview!.settings };
}

/** The names that may exist in projects of different accounts. */
const pick = ({ campaign, affiliate, instance, user, device, payment, testDevice }: Names) => ({
  campaign,
  affiliate,
  instance,
  user,
  device,
  payment,
  testDevice,
});
