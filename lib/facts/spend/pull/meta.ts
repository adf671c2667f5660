import { type Answer, type Ask, PullProblem, patiently, problemOf } from "@/lib/facts/spend/pull/ask";
import {
  aRow,
  currencyOf,
  dayIn,
  listIn,
  microsOf,
  objectIn,
  type PulledRow,
  textIn,
  type Window,
} from "@/lib/facts/spend/pull/rows";
import type { PullAccount, Source } from "@/lib/facts/spend/pull/source";

const name = "Meta";

const fields = [
  "account_currency",
  "campaign_id",
  "campaign_name",
  "adset_id",
  "adset_name",
  "ad_id",
  "ad_name",
  "spend",
  "date_start",
  "date_stop",
].join(",");

/** One line a day and ad, page by page. The address of the next page in an answer is not used, only its cursor. */
export const pullMeta: Source["pull"] = async (account, window, { ask, base }) => {
  const rows: PulledRow[] = [];
  let after: string | null = null;
  do {
    const page = await askPage(ask, base.meta, account, window, after);
    for (const each of listIn(page.data)) rows.push(read(objectIn(each)));
    const paging = objectIn(page.paging);
    const next = textIn(objectIn(paging.cursors).after);
    if (next !== "" && next === after)
      throw new PullProblem("answer", "Meta gives the same page again and again.");
    after = paging.next === undefined || next === "" ? null : next;
  } while (after !== null);
  return rows.filter(({ micros }) => micros > 0);
};

async function askPage(
  ask: Ask,
  base: string,
  account: PullAccount,
  { from, to }: Window,
  after: string | null,
) {
  const url = new URL(`${base}/act_${encodeURIComponent(account.externalId.replace(/^act_/, ""))}/insights`);
  const query = {
    level: "ad",
    time_increment: "1",
    time_range: JSON.stringify({ since: from, until: to }),
    fields,
    limit: "500",
    ...(after ? { after } : {}),
  };
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  return patiently(async () => {
    // In a header, so that it is in no log of addresses.
    const answer = await ask(url, {
      headers: { authorization: `Bearer ${account.credentials.access_token}` },
    });
    const problem = metaProblem(answer);
    if (problem) throw problem;
    return objectIn(answer.body);
  }, account.wait);
}

function read(row: Record<string, unknown>): PulledRow {
  return aRow({
    day: dayIn(row.date_start, name),
    campaignId: textIn(row.campaign_id),
    campaignName: textIn(row.campaign_name),
    adSetId: textIn(row.adset_id),
    adSetName: textIn(row.adset_name),
    creativeId: textIn(row.ad_id),
    creativeName: textIn(row.ad_name),
    currency: currencyOf(row.account_currency, name),
    micros: microsOf(row.spend, name),
  });
}

/** Limits of the app, the user and the ad account; and those of single parts of the interface. */
const isLimit = (code: number) => [4, 17, 32, 613].includes(code) || (code >= 80_000 && code <= 80_014);

/** Meta says with a 400 what others have statuses for. */
function metaProblem(answer: Answer): PullProblem | null {
  const error = objectIn(objectIn(answer.body).error);
  const code = typeof error.code === "number" ? error.code : null;
  const said = textIn(error.message);
  if (code !== null) {
    const message = `${said} (${code})`;
    if (isLimit(code))
      return new PullProblem("limit", `Meta was asked too often. It says: ${message}`, regain(answer));
    if (code === 190 || code === 10 || code === 102 || (code >= 200 && code < 300))
      return new PullProblem("credentials", `Meta refuses the credentials. It says: ${message}`);
    if (code === 1 || code === 2)
      return new PullProblem("temporary", `Meta has a failure of its own. It says: ${message}`);
  }
  return problemOf(name, answer, said);
}

/** In minutes, in a header for each of the business's accounts. */
function regain({ headers }: Answer): number | null {
  try {
    const usage = Object.values(objectIn(JSON.parse(headers.get("x-business-use-case-usage") ?? "{}")));
    const minutes = usage
      .flatMap(listIn)
      .map((each) => Number(objectIn(each).estimated_time_to_regain_access ?? 0));
    const most = Math.max(0, ...minutes.filter(Number.isFinite));
    return most > 0 ? most * 60_000 : null;
  } catch {
    return null;
  }
}
