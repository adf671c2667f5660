/**
 * What must not compile, checked by tsc with everything else: each line that expects an error is one if it has none.
 * Nothing here runs.
 */
import { type Answer, asking, at, call, get, within } from "./api";

const project = at("/projects/:project", { project: 1 });
const campaigns = within(project, "/campaigns");

export async function paths() {
  await get(at("/me"));
  await get(within(campaigns, "/:campaign/figures", { campaign: 7 }));
  // @ts-expect-error there is no such path
  at("/projects/:project/campaign", { project: 1 });
  // @ts-expect-error nor such one below the campaigns
  within(campaigns, "/:campaign/figure", { campaign: 7 });
  // @ts-expect-error an address is not just any text
  await get("/me");
}

export function parameters() {
  at("/projects/:project/spend/rates/:currency/:day", { project: 1, currency: "EUR", day: "2026-01-01" });
  // @ts-expect-error a parameter is missing
  at("/projects/:project/spend/rates/:currency/:day", { project: 1, currency: "EUR" });
  // @ts-expect-error all are missing
  at("/projects/:project");
  // @ts-expect-error this path has none
  at("/me", { project: 1 });
  // @ts-expect-error this one has another
  within(campaigns, "/:campaign", { id: 7 });
}

export function queries() {
  asking(campaigns, { search: "spring", limit: 20 });
  // @ts-expect-error the list knows no such filter
  asking(campaigns, { serch: "spring" });
  const ofAnotherList = { limit: 20, install: "7" };
  // @ts-expect-error nor one that is only among others
  asking(campaigns, ofAnotherList);
  // @ts-expect-error nothing is looked for
  asking(within(project, "/search"), {});
  // @ts-expect-error this path takes no query
  asking(project, { search: "spring" });
  // @ts-expect-error a query is not extended
  within(asking(campaigns, { limit: 20 }), "/:campaign", { campaign: 7 });
}

export async function methods() {
  await call("DELETE", within(campaigns, "/:campaign", { campaign: 7 }));
  // @ts-expect-error campaigns are not deleted all at once
  await call("DELETE", campaigns);
  // @ts-expect-error a password is not read
  await get(at("/me/password"));
}

export async function bodies() {
  const affiliates = within(project, "/affiliates");
  await call("POST", affiliates, { name: "Some" });
  // @ts-expect-error the body is missing
  await call("POST", affiliates);
  // @ts-expect-error another body
  await call("POST", affiliates, { title: "Some" });
  // @ts-expect-error a name is text
  await call("POST", affiliates, { name: 7 });
  // @ts-expect-error nothing is sent along here
  await call("POST", at("/me/sign-out-everywhere"), { name: "Some" });
}

export async function answers() {
  const { campaign } = await get(within(campaigns, "/:campaign", { campaign: 7 }));
  campaign.display_id satisfies string;
  // @ts-expect-error a campaign has no such field
  campaign.displayId;
  // @ts-expect-error the list answers campaigns, and no campaign
  (await get(campaigns)).campaign;
  // @ts-expect-error nor is its name a number
  campaign.name satisfies Answer<"/projects/:project/campaigns/:campaign">["campaign"]["id"];
}
