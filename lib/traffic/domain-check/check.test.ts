import { beforeAll, describe, expect, test } from "vitest";
import { commandLine } from "@/lib/accounts/audit/actor";
import { randomBase62 } from "@/lib/base/ids";
import { hostProof, hostProofPath } from "@/lib/campaigns/app-links/host-proof";
import { changeAppSettings, readAppSettings } from "@/lib/campaigns/app-links/settings";
import { storeInstall } from "@/lib/facts/installs/register";
import { type SafeFetchAnswer, SafeFetchError, type SafeFetchProblem } from "@/lib/platform/safe-fetch";
import { listDomains } from "@/lib/projects/domains/domains";
import { examineDomain, type FetchPage } from "@/lib/traffic/domain-check/check";
import type { CheckName, Diagnosis } from "@/lib/traffic/domain-check/schema";
import { type AProject, aProject } from "@/testing/factories";

const now = new Date("2026-11-21T00:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

let app: AProject;
let domainId = 0;
let files: Record<string, string>;

beforeAll(async () => {
  app = await aProject({ domain: `${randomBase62(8).toLowerCase()}.go.example` });
  const settings = await changeAppSettings(
    app.project,
    {
      ios_apps: [{ team_id: "ABCDE12345", bundle_id: "com.example.app" }],
      android_apps: [{ package_name: "com.example.app", sha256_cert_fingerprints: ["AA"] }],
      apple_app_site_association: null,
      assetlinks: null,
    },
    commandLine,
    now,
  );
  files = {
    "/.well-known/apple-app-site-association": settings.served.apple_app_site_association ?? "",
    "/.well-known/assetlinks.json": settings.served.assetlinks ?? "",
  };
  domainId = (await domainsOf(app))[0]?.id ?? 0;
});

const domainsOf = async (of: AProject) => (await listDomains(of.project, "http://localhost:3000")).domains;

type Change = Partial<Omit<SafeFetchAnswer, "headers" | "bytes">> & { headers?: Record<string, string> };

/** A domain without problems, except for a test's changes. */
const healthyDomain =
  (changes: Record<string, Change | SafeFetchProblem | [SafeFetchProblem, string]> = {}): FetchPage =>
  async (address) => {
    const { host, pathname } = new URL(address);
    const key = host.endsWith("cdn-apple.com") ? "apple's copy" : pathname;
    const change = changes[key] ?? changes["*"] ?? {};
    if (typeof change === "string") throw new SafeFetchError(change);
    if (Array.isArray(change)) throw new SafeFetchError(...change);
    const body =
      key === "apple's copy"
        ? files["/.well-known/apple-app-site-association"]
        : pathname === hostProofPath
          ? hostProof(host)
          : files[pathname];
    return {
      bytes: Buffer.from(body ?? ""),
      status: body === undefined ? 404 : 200,
      body: body ?? "",
      address: "8.8.8.8",
      certificateUntil: inDays(60),
      ...change,
      headers: { "content-type": "application/json", ...change.headers },
    };
  };

const examine = (fetchPage: FetchPage, of = app, id = domainId) =>
  examineDomain(of.project.id, id, { now, appHost: "cairn.example.com", fetchPage: fetchPage });
const finding = (diagnosis: Diagnosis, check: CheckName) =>
  diagnosis.findings.find((one) => one.check === check);

test("a correct domain is ok in every check", async () => {
  const diagnosis = await examine(healthyDomain());
  expect(diagnosis.state).toBe("ok");
  expect(diagnosis.findings.map(({ check, state }) => [check, state])).toEqual([
    ["dns", "ok"],
    ["tls", "ok"],
    ["reaches", "ok"],
    ["visitors", "skipped"],
    ["apple_file", "ok"],
    ["android_file", "ok"],
    ["apple_copy", "ok"],
  ]);
});

describe("problems are found, with a remedy", () => {
  const apple = "/.well-known/apple-app-site-association";
  const android = "/.well-known/assetlinks.json";

  test.each<[string, Parameters<typeof healthyDomain>[0], CheckName, string, RegExp, RegExp]>([
    [
      "no DNS record",
      { "*": "unresolved" },
      "dns",
      "problem",
      /does not resolve/,
      /CNAME record .* cairn\.example\.com/,
    ],
    ["an inner address", { "*": "refused_address" }, "dns", "problem", /not public/, /public address/],
    ["an expired certificate", { "*": ["tls", "CERT_HAS_EXPIRED"] }, "tls", "problem", /expired/, /Renew/],
    [
      "a certificate for another name",
      { "*": ["tls", "ERR_TLS_CERT_ALTNAME_INVALID"] },
      "tls",
      "problem",
      /another name/,
      /Get a certificate/,
    ],
    [
      "a chain that is not whole",
      { "*": ["tls", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"] },
      "tls",
      "problem",
      /not one that phones trust/,
      /whole chain/,
    ],
    [
      "nobody listening",
      { "*": ["unreachable", "ECONNREFUSED"] },
      "reaches",
      "problem",
      /ECONNREFUSED/,
      /port 443/,
    ],
    ["no answer", { "*": "timeout" }, "reaches", "problem", /three seconds/, /port 443/],
    [
      "a certificate about to end",
      { [hostProofPath]: { certificateUntil: inDays(5) } },
      "tls",
      "warning",
      /2026-11-26/,
      /renewed/,
    ],
    [
      "another server",
      { [hostProofPath]: { body: "Welcome to nginx!" } },
      "reaches",
      "problem",
      /Another server responds/,
      /Host header/,
    ],
    [
      "a redirect of everything",
      { [hostProofPath]: { status: 301, headers: { location: "https://www.example.com/" } } },
      "reaches",
      "problem",
      /redirect to https:\/\/www/,
      /Turn the redirect off/,
    ],
    [
      "a redirect of the file",
      { [apple]: { status: 302, headers: { location: "/x" } } },
      "apple_file",
      "problem",
      /redirect/,
      /Apple and Google don't follow redirects/,
    ],
    [
      "a file that is not found",
      { [android]: { status: 404 } },
      "android_file",
      "problem",
      /404/,
      /unchanged/,
    ],
    [
      "a file of another type",
      { [apple]: { headers: { "content-type": "text/plain" } } },
      "apple_file",
      "problem",
      /text\/plain instead of application\/json/,
      /unchanged/,
    ],
    [
      "a file that is no JSON",
      { [android]: { body: "<html>" } },
      "android_file",
      "problem",
      /not valid JSON/,
      /unchanged/,
    ],
    [
      "a file that names other apps",
      { [apple]: { body: '{"applinks":{"details":[{"appIDs":["X.y"],"components":[{"/":"*"}]}]}}' } },
      "apple_file",
      "problem",
      /does not list ABCDE12345\.com\.example\.app/,
      /pasted file/,
    ],
    [
      "paths that leave the links out",
      {
        [apple]: {
          body: '{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.app"],"components":[{"/":"/shop/*"}]}]}}',
        },
      },
      "apple_file",
      "warning",
      /not among the paths/,
      /component/,
    ],
    [
      "a file that cannot be fetched",
      { [android]: "timeout" },
      "android_file",
      "problem",
      /timeout/,
      /proxy/,
    ],
    [
      "Apple without a copy",
      { "apple's copy": { status: 404 } },
      "apple_copy",
      "warning",
      /no copy/,
      /within a day/,
    ],
    [
      "Apple with an old copy",
      { "apple's copy": { body: "{}" } },
      "apple_copy",
      "warning",
      /older/,
      /within a day/,
    ],
  ])("%s", async (_what, changes, check, state, text, remedy) => {
    const diagnosis = await examine(healthyDomain(changes));
    expect(finding(diagnosis, check)).toMatchObject({ state });
    expect(finding(diagnosis, check)?.text).toMatch(text);
    expect(finding(diagnosis, check)?.remedy).toMatch(remedy);
    expect(diagnosis.state).toBe(state);
  });

  test("a server without internet access does not blame the domain for a missing copy at Apple", async () => {
    const diagnosis = await examine(healthyDomain({ "apple's copy": "unresolved" }));
    expect([diagnosis.state, finding(diagnosis, "apple_copy")?.state]).toEqual(["ok", "skipped"]);
  });

  test("a project without apps is informed that links open none", async () => {
    const bare = await aProject({ domain: `${randomBase62(8).toLowerCase()}.go.example` });
    const diagnosis = await examine(healthyDomain(), bare, (await domainsOf(bare))[0]?.id);
    expect(finding(diagnosis, "apple_file")).toMatchObject({
      state: "warning",
      remedy: "Add an iOS app in the app settings.",
    });
    expect((await readAppSettings(bare.project)).served).toEqual({
      apple_app_site_association: null,
      assetlinks: null,
    });
  });

  test("a local name is reported as such, without a lookup", async () => {
    const local = await aProject();
    const fetchPage: FetchPage = () => Promise.reject(new Error("asked"));
    const diagnosis = await examine(fetchPage, local, (await domainsOf(local))[0]?.id);
    expect(diagnosis.state).toBe("warning");
    expect(diagnosis.findings[0]?.text).toContain("this machine only");
  });

  test("another project's domain is not found", async () => {
    const other = await aProject();
    await expect(examine(healthyDomain(), other, domainId)).rejects.toMatchObject({ status: 404 });
  });
});

describe("addresses of visitors", () => {
  const visitorsOf = async (address: string) => {
    const own = await aProject({ domain: `${randomBase62(8).toLowerCase()}.go.example` });
    const [domain] = await domainsOf(own);
    await storeInstall(own.project, { token: "", install_instance_id: "one", platform: "ANDROID" } as never, {
      userAgent: null,
      address,
      now,
    });
    const diagnosis = await examineDomain(own.project.id, domain!.id, {
      now,
      appHost: "cairn.example.com",
      fetchPage: healthyDomain(),
    });
    return finding(diagnosis, "visitors");
  };

  test("that are public are ok", async () => {
    expect(await visitorsOf("85.214.132.117")).toMatchObject({ state: "ok", remedy: null });
  });

  test.each(["127.0.0.1", "10.0.0.7", "::1"])(
    "that are always %s suggest TRUSTED_PROXY_HOPS",
    async (address) => {
      const found = await visitorsOf(address);
      expect(found?.state).toBe("warning");
      expect(found?.text).toContain("have no public address");
      expect(found?.remedy).toContain("Set TRUSTED_PROXY_HOPS");
    },
  );
});
