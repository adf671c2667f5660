import { type Ask, PullProblem, patiently, problemOf } from "@/lib/facts/spend/pull/ask";
import {
  aRow,
  currencyOf,
  dayIn,
  listIn,
  objectIn,
  type PulledRow,
  textIn,
  withRest,
} from "@/lib/facts/spend/pull/rows";
import type { PullAccount, Source } from "@/lib/facts/spend/pull/source";

const name = "Google Ads";

/** Ad groups, and of campaigns what their ad groups do not hold: those of Performance Max have none. */
export const pullGoogle: Source["pull"] = async (account, window, { ask, base }) => {
  const token = await signIn(account, ask, base.googleToken);
  const search = (from: string, fields: string) =>
    askAll(ask, base.google, account, token, {
      query: `SELECT customer.currency_code, campaign.id, campaign.name, ${fields}segments.date, metrics.cost_micros FROM ${from} WHERE segments.date BETWEEN '${window.from}' AND '${window.to}' AND metrics.cost_micros > 0`,
    });
  const campaigns = await search("campaign", "");
  const groups = campaigns.length === 0 ? [] : await search("ad_group", "ad_group.id, ad_group.name, ");
  return withRest(campaigns, groups, (row) => `${row.day} ${row.campaignId}`);
};

async function signIn({ credentials, wait }: PullAccount, ask: Ask, url: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    client_id: credentials.client_id ?? "",
    client_secret: credentials.client_secret ?? "",
    refresh_token: credentials.refresh_token ?? "",
  });
  return patiently(async () => {
    const answer = await ask(new URL(url), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: body.toString(),
    });
    const { access_token: token, error, error_description: said } = objectIn(answer.body);
    if (typeof token === "string") return token;
    // Google says 400 invalid_grant for a token that was taken back or is too old.
    if (answer.status === 400 || answer.status === 401)
      throw new PullProblem(
        "credentials",
        `Google refuses the credentials: ${textIn(said) || textIn(error)}`,
      );
    throw (
      problemOf("Google", answer, textIn(said)) ?? new PullProblem("answer", "Google gave no access token.")
    );
  }, wait);
}

const digits = (id: string) => id.replaceAll("-", "");

async function askAll(
  ask: Ask,
  base: string,
  { externalId, credentials, wait }: PullAccount,
  token: string,
  question: { query: string },
): Promise<PulledRow[]> {
  const url = new URL(`${base}/customers/${encodeURIComponent(digits(externalId))}/googleAds:searchStream`);
  const manager = digits(credentials.login_customer_id ?? "");
  const answer = await patiently(async () => {
    const got = await ask(url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "developer-token": credentials.developer_token ?? "",
        "content-type": "application/json",
        ...(manager ? { "login-customer-id": manager } : {}),
      },
      body: JSON.stringify(question),
    });
    const problem = problemOf(name, got, said(got.body));
    if (problem) throw problem;
    return got;
  }, wait);
  // A stream is a list of parts; one of them may be an error that came when the first ones were sent already.
  return listIn(answer.body).flatMap((part) => {
    const { error, results } = objectIn(part);
    if (error !== undefined)
      throw new PullProblem(
        "temporary",
        `Google Ads broke off its answer: ${textIn(objectIn(error).message)}`,
      );
    return listIn(results).map((row) => read(objectIn(row)));
  });
}

function read(row: Record<string, unknown>): PulledRow {
  const campaign = objectIn(row.campaign);
  const group = objectIn(row.adGroup);
  const micros = Number(objectIn(row.metrics).costMicros ?? 0);
  if (!Number.isSafeInteger(micros) || micros < 0)
    throw new PullProblem("answer", "Google Ads told a cost that is none.");
  return aRow({
    day: dayIn(objectIn(row.segments).date, name),
    campaignId: textIn(campaign.id),
    campaignName: textIn(campaign.name),
    adSetId: textIn(group.id),
    adSetName: textIn(group.name),
    currency: currencyOf(objectIn(row.customer).currencyCode, name),
    micros,
  });
}

/** The most exact of what an error says. */
function said(body: unknown): string {
  const error = objectIn(objectIn(listIn(body)[0] ?? body).error);
  const detail = objectIn(listIn(error.details)[0]);
  return textIn(objectIn(listIn(detail.errors)[0]).message) || textIn(error.message);
}
