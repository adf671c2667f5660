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

const name = "TikTok";

const metrics = ["spend", "campaign_id", "campaign_name", "adgroup_id", "adgroup_name", "ad_name"];

/** One line a day and ad. The report does not say the currency; the account here does. */
export const pullTikTok: Source["pull"] = async (account, window, { ask, base }) => {
  const currency = currencyOf(account.currency, name);
  const rows: PulledRow[] = [];
  for (let page = 1; ; page++) {
    const data = await askPage(ask, base.tiktok, account, window, page);
    for (const each of listIn(data.list)) rows.push(read(objectIn(each), currency));
    const pages = Number(objectIn(data.page_info).total_page ?? 1);
    if (page >= pages) return rows.filter(({ micros }) => micros > 0);
  }
};

async function askPage(ask: Ask, base: string, account: PullAccount, { from, to }: Window, page: number) {
  const url = new URL(`${base}/report/integrated/get/`);
  const query = {
    advertiser_id: account.externalId,
    report_type: "BASIC",
    data_level: "AUCTION_AD",
    dimensions: JSON.stringify(["ad_id", "stat_time_day"]),
    metrics: JSON.stringify(metrics),
    start_date: from,
    end_date: to,
    page: String(page),
    page_size: "1000",
  };
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  return patiently(async () => {
    const answer = await ask(url, { headers: { "access-token": account.credentials.access_token ?? "" } });
    const problem = tiktokProblem(answer);
    if (problem) throw problem;
    return objectIn(objectIn(answer.body).data);
  }, account.wait);
}

/** TikTok answers 200 and says in `code` what it means. */
function tiktokProblem(answer: Answer): PullProblem | null {
  const { code, message } = objectIn(answer.body);
  const said = textIn(message);
  const plain = problemOf(name, answer, said);
  if (plain || code === 0) return plain;
  const refusal = `${said} (${String(code)})`;
  if (code === 40_100 || code === 40_133)
    return new PullProblem("limit", `TikTok was asked too often. It says: ${refusal}`);
  if (typeof code === "number" && (code === 40_001 || (code > 40_100 && code < 40_110)))
    return new PullProblem("credentials", `TikTok refuses the credentials. It says: ${refusal}`);
  if (typeof code === "number" && code >= 50_000)
    return new PullProblem("temporary", `TikTok has a failure of its own. It says: ${refusal}`);
  return new PullProblem("answer", `TikTok does not accept the question. It says: ${refusal}`);
}

function read(row: Record<string, unknown>, currency: string): PulledRow {
  const at = objectIn(row.dimensions);
  const metrics = objectIn(row.metrics);
  return aRow({
    day: dayIn(at.stat_time_day, name),
    campaignId: textIn(metrics.campaign_id),
    campaignName: textIn(metrics.campaign_name),
    adSetId: textIn(metrics.adgroup_id),
    adSetName: textIn(metrics.adgroup_name),
    creativeId: textIn(at.ad_id),
    creativeName: textIn(metrics.ad_name),
    currency,
    micros: microsOf(metrics.spend, name),
  });
}
