import { request as httpRequest } from "node:http";
import { expect, test } from "./owner";

const base = () => new URL(process.env.E2E_BASE_URL ?? "http://localhost:3000");

const agents = {
  iPhone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  Android:
    "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  desktop:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  crawler: "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
};

/** As a visitor whose DNS leads the project's host here. */
function follow(
  host: string,
  path: string,
  agent: string,
): Promise<{ status: number; location: string; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = base();
    const request = httpRequest(
      { hostname, port, path, headers: { host, "user-agent": agent, accept: "text/html" } },
      (response) => {
        let body = "";
        response.on("data", (part) => {
          body += part;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? "", body }),
        );
      },
    );
    request.on("error", reject);
    request.end();
  });
}

test("from a link to the figures: follow, install, decision, sign-up, events, payment, refund, report", async ({
  page,
  request,
}) => {
  const { data: me } = await (await page.request.get("/api/dashboard/me")).json();
  const made = await page.request.post(`/api/dashboard/accounts/${me.accounts[0].id}/projects`, {
    data: { name: "Story", platforms: ["IOS", "ANDROID"], time_zone: "Europe/Berlin", currency: "EUR" },
  });
  const project = (await made.json()).data.project;
  const own = `/api/dashboard/projects/${project.id}`;
  const { data: details } = await (await page.request.get(own)).json();
  const { data: domains } = await (await page.request.get(`${own}/domains`)).json();
  const host = domains.domains[0].host as string;
  const { data: issued } = await (
    await page.request.post(`${own}/server-keys`, { data: { name: "story" } })
  ).json();
  const headers = { "service-key": issued.key as string };
  await page.request.put(`${own}/limits`, { data: { limits: { reporting: null, client: null } } });

  const listings: string[] = [];
  for (const url of [
    "https://apps.apple.com/app/id310633997",
    "https://play.google.com/store/apps/details?id=com.trailhead.app",
  ]) {
    const added = await page.request.post(`${own}/store-listings`, {
      data: { name: url.includes("apple") ? "iOS" : "Android", url },
    });
    listings.push((await added.json()).data.store_listing.store_listing_id);
  }
  const created = await request.post("/api/v1/create-campaign", {
    headers,
    data: {
      name: "Summit",
      is_shortlink: true,
      deeplink: "trailhead://summit",
      link_for_desktop_users: "https://trailhead.example/",
      custom_display_id: "summit",
      store_listing_ids: listings,
    },
  });
  expect(created.status()).toBe(201);
  expect((await created.json()).data.link).toContain("/?c=summit");

  const path = "/?c=summit&adset_id=77&adset_name=Alps&promo=spring";
  const onAndroid = await follow(host, path, agents.Android);
  expect(onAndroid.status).toBe(302);
  expect(onAndroid.location).toContain("https://play.google.com/store/apps/details?id=com.trailhead.app");
  expect((await follow(host, path, agents.iPhone)).location).toContain("https://apps.apple.com/");
  expect((await follow(host, path, agents.desktop)).location).toBe("https://trailhead.example/");
  const preview = await follow(host, path, agents.crawler);
  expect(preview.body).toContain("og:title");

  const referrer = new URL(onAndroid.location).searchParams.get("referrer");
  const app = async (name: string, body: object) =>
    (
      await request.post(`/api/client/${name}`, {
        data: { token: details.token, install_instance_id: "story-install", platform: "ANDROID", ...body },
      })
    ).json();
  expect(
    await app("init", {
      device_data: { install_ref: referrer, gaid: "38400000-8cf0-11bd-b23e-10b96e40000d" },
    }),
  ).toMatchObject({ status: "accepted", success: true });
  await expect.poll(async () => (await app("attribution-data", {})).data.attribution_source).toBe("LINK");
  expect((await app("attribution-data", {})).data).toMatchObject({
    deeplink: expect.stringContaining("promo=spring"),
    campaign_data: { id: "summit", type: "INORGANIC" },
  });
  expect((await app("trigger", { user_data: { id: "ada", name: "Ada" } })).data.trigger).toBe(true);
  await app("capture-event", { event_name: "route_saved" });
  await app("capture-event", { event_name: "route_saved" });
  for (const [payment_id, amount] of [
    ["p1", 6.99],
    ["p1", 100],
    ["p2", 39.99],
  ] as const)
    await app("capture-payment", { payment_id, amount, type: "FIRST_PAYMENT" });
  expect((await app("remove-captured-payment", { payment_id: "p2" })).status).toBe(200);

  const report = await (await request.get("/api/v1/reporting/campaigns", { headers })).json();
  expect(report.data.campaigns).toHaveLength(1);
  expect(report.data.campaigns[0]).toMatchObject({
    display_id: "summit",
    clicks: "3",
    installs: "1",
    "sign-ups": "1",
    conversion: "100.00%",
    revenue: "€6.99",
    custom_events: { route_saved: { count: "2" } },
    payment_events: { FIRST_PAYMENT: { count: "1", total: "6.99" } },
    adSets: [{ id: "77", name: "Alps", installs: "1", revenue: "€6.99" }],
  });
  const users = await (await request.get("/api/v1/attributed-users?display_id=summit", { headers })).json();
  expect(users.data.users[0].user_data).toMatchObject({ id: "ada", name: "Ada" });
  const result = await (
    await request.get(
      "/api/v1/get-attribution-result?device_identifier=38400000-8CF0-11BD-B23E-10B96E40000D",
      { headers },
    )
  ).json();
  expect(result.data).toMatchObject({
    display_id: "summit",
    attribution_type: "INORGANIC",
    ad_set_name: "Alps",
  });
  const list = await (await request.get("/api/v1/campaigns", { headers })).json();
  expect(list.data.campaigns[0]).toMatchObject({ display_id: "summit", attributed_users: 1 });
});
