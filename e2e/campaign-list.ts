import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expect } from "./owner";

export type ListProject = { id: number; own: string; screen: string };

/** A separate project for each test, so that it has no campaigns of other tests. */
export async function aListProject(request: APIRequestContext): Promise<ListProject> {
  const { data: me } = await (await request.get("/api/dashboard/me")).json();
  const made = await request.post(`/api/dashboard/accounts/${me.accounts[0].id}/projects`, {
    data: { name: "Campaigns", platforms: ["IOS", "ANDROID"], time_zone: "Europe/Berlin", currency: "EUR" },
  });
  const { id } = (await made.json()).data.project;
  return { id, own: `/api/dashboard/projects/${id}`, screen: `/p/${id}/campaigns` };
}

/** A random ID that is free in the account, whatever ran before. */
export const someId = (word: string) => `${word}-${Math.random().toString(36).slice(2, 10)}`;

export async function aListedCampaign(
  request: APIRequestContext,
  { own }: ListProject,
  settings: object,
): Promise<number> {
  const made = await request.post(`${own}/campaigns`, { data: settings });
  expect(made.status()).toBe(201);
  return (await made.json()).data.campaign.id;
}

export const campaignRowOf = (page: Page, name: string) =>
  page.getByRole("row", { name: new RegExp(`Select ${name} `) });

export async function choose(page: Page, row: Locator, item: string) {
  await row.getByRole("button", { name: /^More about/ }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}
