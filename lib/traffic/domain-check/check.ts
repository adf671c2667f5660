import type { ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { isLocalHost } from "@/lib/base/web/hosts";
import { hostProof, hostProofPath } from "@/lib/campaigns/app-links/host-proof";
import { findAppLinkHost, findAppLinks } from "@/lib/campaigns/app-links/queries";
import {
  type AppLinks,
  appIdOf,
  appIdsIn,
  appleFileCovers,
  filePaths,
  type LinkFile,
  linkFileText,
} from "@/lib/campaigns/app-links/rules";
import { type SafeFetchAnswer, SafeFetchError, safeFetch } from "@/lib/platform/safe-fetch";
import { newDomainFinding, visitorsFinding } from "@/lib/traffic/domain-check/findings";
import type { Diagnosis, DomainFinding } from "@/lib/traffic/domain-check/schema";
import { type AddressVisibility, publicAddresses } from "@/lib/traffic/public-addresses";

/** The function that makes requests; tests pass their own. */
export type FetchPage = (url: string) => Promise<SafeFetchAnswer>;

type Patient = {
  host: string;
  sample: string;
  appHost: string;
  links: AppLinks;
  /** The origin of the latest clicks and installs. */
  addresses: AddressVisibility;
};

const noLinks: AppLinks = { iosApps: [], androidApps: [], appleFile: null, androidFile: null };

/** Checks a domain from outside, as a phone would, and reports each problem with its remedy. */
export async function examineDomain(
  projectId: ProjectId,
  domainId: number,
  { now, appHost, fetchPage = safeFetch }: { now: Date; appHost: string; fetchPage?: FetchPage },
): Promise<Diagnosis> {
  const [domain, links, addresses] = await Promise.all([
    findAppLinkHost(projectId, domainId),
    findAppLinks(projectId),
    publicAddresses(projectId),
  ]);
  if (!domain) throw new Refusal("not_found", "Not found.");
  const patient = {
    host: domain.host,
    sample: `/${domain.display_id ?? "example"}`,
    appHost,
    links: links ?? noLinks,
    addresses,
  };
  const findings = isLocalHost(domain.host)
    ? [localOnly(domain.host), ...(addresses === "unknown" ? [visitorsFinding(addresses)] : [])]
    : await examine(patient, fetchPage, now);
  const worst = (["problem", "warning"] as const).find((state) =>
    findings.some((finding) => finding.state === state),
  );
  return { host: domain.host, checked_at: now.toISOString(), state: worst ?? "ok", findings };
}

const localOnly = (host: string) =>
  newDomainFinding(
    "dns",
    "warning",
    `${host} resolves to the local machine, so links on it work on this machine only.`,
    "Add your own domain, such as links.example.com, and make it the primary one.",
  );

async function examine(patient: Patient, fetchPage: FetchPage, now: Date): Promise<DomainFinding[]> {
  const { host } = patient;
  const first = await attempt(fetchPage, `https://${host}${hostProofPath}`);
  if (first instanceof SafeFetchError) {
    const rest = (["apple_file", "android_file", "apple_copy"] as const).map((check) =>
      newDomainFinding(check, "skipped", "Not checked: the domain can't be reached."),
    );
    return [...unreached(patient, first), visitorsFinding(patient.addresses), ...rest];
  }
  const [apple, android, copy] = await Promise.all([
    examineFile("apple-app-site-association", patient, fetchPage),
    examineFile("assetlinks.json", patient, fetchPage),
    examineCopy(patient, fetchPage),
  ]);
  return [
    newDomainFinding("dns", "ok", `${host} is at ${first.address}.`),
    certificate(first, now),
    reaches(first, patient),
    visitorsFinding(patient.addresses),
    apple,
    android,
    copy,
  ];
}

async function attempt(fetchPage: FetchPage, url: string): Promise<SafeFetchAnswer | SafeFetchError> {
  try {
    return await fetchPage(url);
  } catch (error) {
    if (error instanceof SafeFetchError) return error;
    throw error;
  }
}

function unreached({ host, appHost }: Patient, error: SafeFetchError): DomainFinding[] {
  const skip = (check: "tls" | "reaches") => newDomainFinding(check, "skipped", "Not checked.");
  const code = error.code ? ` (${error.code})` : "";
  switch (error.problem) {
    case "unresolved":
      return [
        newDomainFinding(
          "dns",
          "problem",
          `${host} does not resolve${code}.`,
          `Make a CNAME record for ${host} that points to ${appHost}, then wait until DNS is updated.`,
        ),
        skip("tls"),
        skip("reaches"),
      ];
    case "refused_address":
      return [
        newDomainFinding(
          "dns",
          "problem",
          `${host} resolves to an address that is not public.`,
          `Point ${host} to the public address of this server.`,
        ),
        skip("tls"),
        skip("reaches"),
      ];
    case "tls":
      return [
        newDomainFinding("dns", "ok", `${host} resolves.`),
        newDomainFinding("tls", "problem", whatCertificate(error.code), whichCertificate(host, error.code)),
        skip("reaches"),
      ];
    default:
      return [
        newDomainFinding("dns", "ok", `${host} resolves.`),
        skip("tls"),
        newDomainFinding(
          "reaches",
          "problem",
          error.problem === "timeout"
            ? `${host} does not respond on port 443 within three seconds.`
            : `No server responds at ${host} on port 443${code}.`,
          "Make the server or proxy with the certificate listen on port 443, and open the port in the firewall.",
        ),
      ];
  }
}

function whatCertificate(code: string | null): string {
  if (code === "CERT_HAS_EXPIRED") return "The certificate has expired.";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "The certificate is for another name.";
  if (code !== null && /SELF_SIGNED|UNABLE_TO/.test(code)) {
    return `The certificate is not one that phones trust (${code}).`;
  }
  return `A secure connection can't be made${code ? ` (${code})` : ""}.`;
}

function whichCertificate(host: string, code: string | null): string {
  if (code === "CERT_HAS_EXPIRED") return `Renew the certificate of ${host} at the proxy that serves it.`;
  if (code === "UNABLE_TO_VERIFY_LEAF_SIGNATURE") {
    return "Serve the whole chain: the certificate together with the intermediate ones.";
  }
  return `Get a certificate for ${host} (Let's Encrypt does) and serve it at the proxy before Cairn.`;
}

function certificate({ certificateUntil }: SafeFetchAnswer, now: Date): DomainFinding {
  if (!certificateUntil) return newDomainFinding("tls", "ok", "A secure connection works.");
  const days = Math.floor((certificateUntil.getTime() - now.getTime()) / 86_400_000);
  const date = certificateUntil.toISOString().slice(0, 10);
  return days < 10
    ? newDomainFinding(
        "tls",
        "warning",
        `The certificate expires on ${date}.`,
        "Check why it isn't renewed automatically.",
      )
    : newDomainFinding("tls", "ok", `Good until ${date}.`);
}

function reaches(answer: SafeFetchAnswer, { host, appHost }: Patient): DomainFinding {
  if (answer.status >= 300 && answer.status < 400) return redirected("reaches", answer);
  if (answer.body.trim() === hostProof(host))
    return newDomainFinding("reaches", "ok", "Requests arrive here.");
  return newDomainFinding(
    "reaches",
    "problem",
    `Another server responds at ${host} (status ${answer.status}).`,
    `Point ${host} to ${appHost}, and configure the proxy to forward the Host header unchanged.`,
  );
}

const redirected = (check: "reaches" | "apple_file" | "android_file", answer: SafeFetchAnswer) =>
  newDomainFinding(
    check,
    "problem",
    `The response is a redirect to ${answer.headers.location?.slice(0, 200) ?? "somewhere else"}.`,
    "Turn the redirect off. Apple and Google don't follow redirects.",
  );

async function examineFile(
  file: LinkFile,
  { host, links, sample }: Patient,
  fetchPage: FetchPage,
): Promise<DomainFinding> {
  const check = file === "assetlinks.json" ? "android_file" : "apple_file";
  const ours = linkFileText(file, links);
  if (ours === null) {
    const which = file === "assetlinks.json" ? "an Android app" : "an iOS app";
    return newDomainFinding(
      check,
      "warning",
      `There is no file: the app settings have no app, so links never open ${which} by themselves.`,
      `Add ${which} in the app settings.`,
    );
  }
  const path = Object.keys(filePaths).find((one) => filePaths[one] === file);
  const answer = await attempt(fetchPage, `https://${host}${path}`);
  if (answer instanceof SafeFetchError) {
    return newDomainFinding(
      check,
      "problem",
      `The file can't be fetched: ${answer.message}.`,
      "Check how the proxy in front of Cairn handles this path.",
    );
  }
  const problem = fileProblem(file, answer, { ours, links, sample });
  if (answer.status >= 300 && answer.status < 400) return redirected(check, answer);
  return problem
    ? newDomainFinding(check, ...problem)
    : newDomainFinding(check, "ok", "The file is served and lists your apps.");
}

function fileProblem(
  file: LinkFile,
  answer: SafeFetchAnswer,
  { ours, links, sample }: { ours: string; links: AppLinks; sample: string },
): [DomainFinding["state"], string, string] | null {
  const proxy = "Configure the proxy to forward this path to Cairn unchanged.";
  if (answer.status !== 200) return ["problem", `The status is ${answer.status} instead of 200.`, proxy];
  const type = answer.headers["content-type"] ?? "none";
  if (type.split(";")[0]?.trim() !== "application/json") {
    return ["problem", `The content type is ${type} instead of application/json.`, proxy];
  }
  let value: unknown;
  try {
    value = JSON.parse(answer.body);
  } catch {
    return ["problem", "The file is not valid JSON.", proxy];
  }
  const named = new Set(appIdsIn(file, value));
  const expected =
    file === "assetlinks.json"
      ? links.androidApps.map((app) => app.package_name)
      : links.iosApps.map(appIdOf);
  const missing = expected.filter((id) => !named.has(id));
  if (missing.length > 0) {
    return [
      "problem",
      `The file does not list ${missing.join(", ")}.`,
      "Add it to the pasted file, or remove that file so that Cairn generates one from the apps.",
    ];
  }
  if (file === "apple-app-site-association" && !appleFileCovers(value, sample)) {
    return [
      "warning",
      `Links such as ${sample} are not among the paths of the file.`,
      'Add a component such as {"/": "/*"} to the pasted file.',
    ];
  }
  if (answer.body.trim() !== ours.trim()) {
    return [
      "warning",
      "The served file differs from the current settings.",
      "A cache in front of Cairn has an old one. Clear it, or wait.",
    ];
  }
  return null;
}

/** Phones get the file from Apple, which fetches it about once a day. */
async function examineCopy({ host, links }: Patient, fetchPage: FetchPage): Promise<DomainFinding> {
  const ours = linkFileText("apple-app-site-association", links);
  if (ours === null) return newDomainFinding("apple_copy", "skipped", "There is no file to compare with.");
  const answer = await attempt(fetchPage, `https://app-site-association.cdn-apple.com/a/v1/${host}`);
  if (answer instanceof SafeFetchError) {
    return newDomainFinding("apple_copy", "skipped", "Apple's server can't be reached from here.");
  }
  if (answer.status === 404) {
    return newDomainFinding(
      "apple_copy",
      "warning",
      "Apple has no copy yet.",
      "Wait: Apple checks within a day.",
    );
  }
  if (answer.status !== 200)
    return newDomainFinding("apple_copy", "skipped", `Apple answers ${answer.status}.`);
  return sameJson(answer.body, ours)
    ? newDomainFinding("apple_copy", "ok", "Apple has this file.")
    : newDomainFinding(
        "apple_copy",
        "warning",
        "Apple has an older file.",
        "Wait: Apple checks again within a day.",
      );
}

function sameJson(a: string, b: string): boolean {
  try {
    return JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b));
  } catch {
    return false;
  }
}
