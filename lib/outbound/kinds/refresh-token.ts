/** The exchange of a refresh token for an access token (OAuth 2.0), which several networks share. */
import { type DestinationKind, verdictOfStatus } from "@/lib/outbound/mapping/kind";
import { responseBody } from "@/lib/outbound/mapping/payload";
import { readPulledText } from "@/lib/spend/pull/rows";

type App = { client_id: string };
type Secrets = { client_secret: string; refresh_token: string };

/** `owner` is the company in error messages. */
export const refreshedToken = (
  owner: string,
  url: string,
): NonNullable<DestinationKind<App, Secrets>["token"]> => ({
  url,
  request: ({ settings, secrets, tokenUrl }) => ({
    method: "POST",
    url: tokenUrl,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams({
      grant_type: "refresh_token",
      client_id: settings.client_id,
      client_secret: secrets.client_secret,
      refresh_token: secrets.refresh_token,
    }).toString(),
  }),
  read: (answer) => {
    const {
      access_token: token,
      expires_in: seconds,
      error,
      error_description: description,
    } = responseBody(answer);
    if (answer.status < 300 && typeof token === "string")
      return { token, lifeMs: (typeof seconds === "number" ? seconds : 3_600) * 1_000 };
    const verdict = verdictOfStatus(answer);
    const why =
      readPulledText(description) || readPulledText(error) || `${owner}'s response has no access token.`;
    if (verdict.is === "retry") return verdict;
    // A revoked or expired token is a 400 with invalid_grant.
    return verdict.is === "sent"
      ? { is: "retry", code: verdict.code, why, afterMs: null }
      : { is: "pause", code: verdict.code, why: `${owner} rejected the credentials: ${why}` };
  },
});
