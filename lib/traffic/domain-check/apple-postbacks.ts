import { type SafeFetchAnswer, SafeFetchError, safeFetch } from "@/lib/platform/safe-fetch";
import { applePaths, postbackHeader } from "@/lib/traffic/domain-check/apple-paths";

/** The function that makes requests; tests pass their own. */
export type SendEmptyPost = (url: string) => Promise<SafeFetchAnswer>;

const sendEmpty: SendEmptyPost = (url) =>
  safeFetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
    maxBytes: 64 * 1024,
  });

type Path = { framework: "skan" | "aak"; url: string; is_ok: boolean; text: string; remedy: string | null };

/**
 * Checks from outside whether Apple's postbacks for a domain reach this server: an empty object must be rejected, with
 * Cairn's header.
 */
export async function checkPostbackPaths(
  domain: string,
  send: SendEmptyPost = sendEmpty,
): Promise<{ domain: string; paths: Path[] }> {
  const lookUps = (["skan", "aak"] as const).map(async (framework) => {
    const url = `https://${domain}${applePaths[framework]}/`;
    return { framework, url, ...(await checkPath(url, domain, send)) };
  });
  return { domain, paths: await Promise.all(lookUps) };
}

const handOn = (domain: string) => `Let the server at ${domain} forward this path, as shown below.`;

async function checkPath(
  url: string,
  domain: string,
  send: SendEmptyPost,
): Promise<Omit<Path, "framework" | "url">> {
  const problem = (text: string, remedy: string) => ({ is_ok: false, text, remedy });
  let answer: SafeFetchAnswer;
  try {
    answer = await send(url);
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error;
    return problem(whyNot(domain, error), remedyFor(domain, error));
  }
  const { status, headers } = answer;
  if (status >= 300 && status < 400)
    return problem(
      `The response is a redirect (status ${status}).`,
      "Turn the redirect off. Apple doesn't follow redirects.",
    );
  if (headers[postbackHeader] !== "1")
    return problem(`Another server responds at ${domain} (status ${status}).`, handOn(domain));
  if (status === 400) return { is_ok: true, text: "Postbacks arrive here.", remedy: null };
  return status === 429 || status === 503
    ? problem(`This server is busy (status ${status}).`, "Check again in a minute.")
    : problem(
        `This server responds with status ${status} instead of 400.`,
        "Configure the proxy to forward the method and body unchanged.",
      );
}

function whyNot(domain: string, { problem, code }: SafeFetchError): string {
  const detail = code ? ` (${code})` : "";
  if (problem === "unresolved") return `${domain} does not resolve${detail}.`;
  if (problem === "refused_address") return `${domain} resolves to an address that is not public.`;
  if (problem === "tls") return `A secure connection can't be made${detail}.`;
  if (problem === "timeout") return `${domain} does not respond within three seconds.`;
  return `No server responds at ${domain} on port 443${detail}.`;
}

const remedyFor = (domain: string, { problem }: SafeFetchError): string =>
  problem === "tls" ? `Serve a certificate at ${domain} that phones trust.` : handOn(domain);
