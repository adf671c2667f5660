import { newId } from "@/lib/base/ids";
import { storeWebEvents, type WebEventRow } from "@/lib/facts/web/queries";
import { visitOrigin, type WebTouch } from "@/lib/facts/web/rules";
import type { SeededRandom } from "@/lib/sample/random";
import type { SampleApp } from "@/lib/sample/sample-app";
import { demoCountries } from "@/lib/sample/visit";
import type { ClickRow } from "@/lib/traffic/clicks/queries";

const pages = ["/", "/trails/alps", "/trails/dolomites", "/huts", "/app"];
const deeds = ["trail_viewed", "hut_viewed", "pricing_viewed"];

/** For each visitor who continues to the store, the number of others by source. */
const others: { params: Record<string, string> | null; rate: number }[] = [
  { params: null, rate: 0.9 },
  { params: { utm_source: "google", utm_medium: "organic" }, rate: 0.8 },
  { params: { utm_source: "newsletter", utm_medium: "email" }, rate: 0.3 },
  { params: { utm_source: "blog" }, rate: 0.3 },
];

/** The sources of visitors who continue to the store. */
const sources: Record<string, { source: string; others: number }> = {
  META: { source: "facebook", others: 2.1 },
  GOOGLE: { source: "google", others: 1.4 },
  TIKTOK: { source: "tiktok", others: 4.2 },
};
const ownSource = { source: "newsletter", others: 1.1 };

/** Some of a day's clicks were made on the app's website, among visitors who only read. */
export async function visitWebsite(
  app: SampleApp,
  chance: SeededRandom,
  clicks: ClickRow[],
  ends: Date,
): Promise<void> {
  const rows: WebEventRow[] = [];
  const come = (
    at: Date,
    platform: string,
    country: string | null,
    params: Record<string, string> | null,
  ) => {
    const webId = `web-${chance.hex(16)}`;
    const page = chance.pick(pages);
    rows.push(rowOf(app, { at, webId, page, platform, country, kind: "visit", name: null, params }));
    const later = new Date(Math.min(at.getTime() + chance.between(5, 90) * 1_000, ends.getTime()));
    const deed = {
      at: later,
      webId,
      page,
      platform,
      country,
      kind: "event",
      name: chance.pick(deeds),
      params,
    };
    if (chance.happens(0.6)) rows.push(rowOf(app, deed));
    return webId;
  };
  for (const click of clicks) {
    const from = click.network ? sources[click.network] : ownSource;
    if (!from || click.not_counted || click.platform === "DESKTOP" || !chance.happens(0.14)) continue;
    const campaign = click.params?.c;
    const ad = { ...(campaign ? { cairn_campaign: campaign } : {}), utm_source: from.source };
    const at = new Date((click.clicked_at as Date).getTime() - chance.between(20, 240) * 1_000);
    click.web_id = come(at, click.platform, click.country ?? null, ad);
    for (const { params, rate } of [...others, { params: ad, rate: from.others }])
      for (let left = chance.count(rate); left > 0; left--) {
        const platform = chance.pick(["ANDROID", "IOS", "DESKTOP"]);
        come(
          new Date(at.getTime() - chance.between(0, 3_600) * 1_000),
          platform,
          chance.pick(demoCountries),
          params,
        );
      }
  }
  // Two rows of one visitor are never stored together.
  for (const kind of ["visit", "event"]) {
    const some = rows.filter((row) => row.kind === kind);
    for (let i = 0; i < some.length; i += 500) await storeWebEvents(some.slice(i, i + 500));
  }
}

type Deed = {
  at: Date;
  webId: string;
  page: string;
  platform: string;
  country: string | null;
  kind: string;
  name: string | null;
  params: Record<string, string> | null;
};

function rowOf(
  app: SampleApp,
  { at, webId, page, platform, country, kind, name, params }: Deed,
): WebEventRow {
  const touch: WebTouch | null = params && { params, page, at: at.toISOString() };
  const { displayId, network, networkCampaignId, source } = visitOrigin(touch);
  return {
    project_id: app.project.id,
    id: newId(at),
    at,
    web_id: webId,
    event_id: `${webId}-${kind}`,
    kind,
    name,
    user_id: null,
    page,
    first_touch: touch,
    last_touch: touch,
    platform,
    country,
    not_counted: null,
    click_id: null,
    display_id: displayId,
    network,
    network_campaign_id: networkCampaignId,
    source,
    first_click_id: null,
    first_display_id: displayId,
    first_network: network,
    first_network_campaign_id: networkCampaignId,
    first_source: source,
    tc_string: null,
    gpp_string: null,
    data: {},
  };
}
