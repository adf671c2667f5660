import { type CallNetwork, PullProblem, pullProblem, retryTemporary } from "@/lib/spend/pull/request";
import { readPulledObject, readPulledText } from "@/lib/spend/pull/rows";
import type { PullAccount } from "@/lib/spend/pull/source";

/** Exchanges the account's refresh token for an access token. Reddit requires the client in a header. */
export async function refreshAccess(
  name: string,
  { credentials, wait }: PullAccount,
  call: CallNetwork,
  url: string,
  { clientInHeader = false }: { clientInHeader?: boolean } = {},
): Promise<string> {
  const { client_id = "", client_secret = "", refresh_token = "" } = credentials;
  const client: Record<string, string> = clientInHeader ? {} : { client_id, client_secret };
  const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`;
  return retryTemporary(async () => {
    const answer = await call(new URL(url), {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...(clientInHeader && { authorization: basic }),
      },
      body: new URLSearchParams({ grant_type: "refresh_token", ...client, refresh_token }).toString(),
    });
    const { access_token: token, error, error_description: description } = readPulledObject(answer.body);
    if (typeof token === "string") return token;
    // A revoked or expired token is 400 invalid_grant. Reddit reports it with 200.
    if (answer.status === 400 || answer.status === 401 || typeof error === "string")
      throw new PullProblem(
        "credentials",
        `${name} rejected the credentials: ${readPulledText(description) || readPulledText(error)}`,
      );
    throw (
      pullProblem(name, answer, readPulledText(description)) ??
      new PullProblem("answer", `${name}'s response has no access token.`)
    );
  }, wait);
}
