import type { Page } from "@playwright/test";
import { expect } from "./owner";
import { followLink, referrerParam } from "./visitor";

/** A name that would run as a script if it were not escaped. */
export const hostile = `Spring <img src=x onerror="document.title='taken'">`;

/** A project with one campaign and one install, whose user signed up, sent an event and paid. */
export async function aFigureProject(page: Page) {
  const api = page.request;
  const { data: me } = await (await api.get("/api/dashboard/me")).json();
  const made = await api.post(`/api/dashboard/accounts/${me.accounts[0].id}/projects`, {
    data: { name: "Figures", platforms: ["ANDROID"], time_zone: "Europe/Berlin", currency: "EUR" },
  });
  const { id } = (await made.json()).data.project;
  const own = `/api/dashboard/projects/${id}`;
  const { data: details } = await (await api.get(own)).json();
  const listing = await api.post(`${own}/store-listings`, {
    data: { name: "Android", url: "https://play.google.com/store/apps/details?id=com.example.figures" },
  });
  const campaign = await api.post(`${own}/campaigns`, {
    data: { name: hostile, store_listing_ids: [(await listing.json()).data.store_listing.store_listing_id] },
  });
  const { id: campaignId, display_id: displayId } = (await campaign.json()).data.campaign;
  const { domains } = (await (await api.get(`${own}/domains`)).json()).data;
  await page.goto(`/p/${id}`);
  const link = `/?c=${displayId}&adset_id=s1&adset_name=Hikers&ad_id=a1&ad_name=Sunrise`;
  const referrer = referrerParam((await followLink(domains[0].host, link, "android")).location);
  const device = { token: details.token, install_instance_id: `figures-${id}`, platform: "ANDROID" };
  const send = async (name: string, data: Record<string, unknown>) => {
    const answer = await api.post(`/api/client/${name}`, { data: { ...device, ...data } });
    expect(answer.ok(), `${name}: ${await answer.text()}`).toBe(true);
  };
  await send("init", { device_data: { install_ref: referrer } });
  await expect
    .poll(
      async () =>
        (await (await api.get(`${own}/installs?campaign=${campaignId}`)).json()).data.installs.length,
    )
    .toBe(1);
  await send("trigger", { user_data: { id: "ada" } });
  await send("capture-event", { event_name: "hike_finished" });
  await send("capture-payment", { user_id: "ada", amount: 12.5 });
  const rows = async () =>
    (await (await api.get(`${own}/report?columns=event:hike_finished:unique`)).json()).data.campaigns[0];
  await expect.poll(async () => (await rows()).metrics.revenue).toBe(1_250);
  return { id, own, campaignId, send, link: `https://${domains[0].host}${link}` };
}
