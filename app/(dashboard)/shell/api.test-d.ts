/**
 * Calls that must not compile, checked by tsc with everything else. A line without its expected error is itself an
 * error. Nothing here runs.
 */
import { at, child, get, mutate, type ResponseOf, withQuery } from "./api";

const project = at("/projects/:project", { project: 1 });
const campaigns = child(project, "/campaigns");

export async function paths() {
  await get(at("/me"));
  await get(child(campaigns, "/:campaign/figures", { campaign: 7 }));
  // @ts-expect-error there is no such path
  at("/projects/:project/campaign", { project: 1 });
  // @ts-expect-error nor such one below the campaigns
  child(campaigns, "/:campaign/figure", { campaign: 7 });
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
  child(campaigns, "/:campaign", { id: 7 });
}

export function queries() {
  withQuery(campaigns, { search: "spring", limit: 20 });
  // @ts-expect-error the list knows no such filter
  withQuery(campaigns, { serch: "spring" });
  const ofAnotherList = { limit: 20, install: "7" };
  // @ts-expect-error nor one that is only among others
  withQuery(campaigns, ofAnotherList);
  // @ts-expect-error nothing is looked for
  withQuery(child(project, "/search"), {});
  // @ts-expect-error this path takes no query
  withQuery(project, { search: "spring" });
  // @ts-expect-error a query is not extended
  child(withQuery(campaigns, { limit: 20 }), "/:campaign", { campaign: 7 });
}

export async function methods() {
  await mutate("DELETE", child(campaigns, "/:campaign", { campaign: 7 }));
  // @ts-expect-error campaigns are not deleted all at once
  await mutate("DELETE", campaigns);
  // @ts-expect-error a password is not read
  await get(at("/me/password"));
}

export async function bodies() {
  const affiliates = child(project, "/affiliates");
  await mutate("POST", affiliates, { name: "Some" });
  // @ts-expect-error the body is missing
  await mutate("POST", affiliates);
  // @ts-expect-error another body
  await mutate("POST", affiliates, { title: "Some" });
  // @ts-expect-error a name is text
  await mutate("POST", affiliates, { name: 7 });
  // @ts-expect-error nothing is sent along here
  await mutate("POST", at("/me/sign-out-everywhere"), { name: "Some" });
}

export async function answers() {
  const { campaign } = await get(child(campaigns, "/:campaign", { campaign: 7 }));
  campaign.display_id satisfies string;
  // @ts-expect-error a campaign has no such field
  campaign.displayId;
  // @ts-expect-error the list answers campaigns, and no campaign
  (await get(campaigns)).campaign;
  // @ts-expect-error nor is its name a number
  campaign.name satisfies ResponseOf<"/projects/:project/campaigns/:campaign">["campaign"]["id"];
}
