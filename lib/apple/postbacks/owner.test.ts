import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { claimPostbacks } from "@/lib/apple/postbacks/claim";
import { chooseProjectOfApp } from "@/lib/apple/postbacks/queries";
import { receivePostback } from "@/lib/apple/postbacks/receive";
import { showAppleSetup } from "@/lib/apple/postbacks/setup";
import { randomBase62 } from "@/lib/base/ids";
import {
  changeListing,
  createListing,
  newListingId,
  removeListing,
} from "@/lib/campaigns/store-listings/listings";
import { readStoreUrl, type StorePage } from "@/lib/campaigns/store-url";
import { addDomain } from "@/lib/projects/domains/add";
import { anAppId, aSkanPostback, testAppleKeys } from "@/testing/apple-postbacks";
import { type AProject, aProject } from "@/testing/factories";

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const now = day(28);

function pageOf(appId: number): StorePage {
  const page = readStoreUrl(`https://apps.apple.com/app/id${appId}`);
  if ("problem" in page) throw new Error(page.problem);
  return page;
}

async function list(app: AProject, appId: number, at: Date): Promise<string> {
  const id = newListingId();
  await createListing(app.project, { name: null, page: pageOf(appId) }, commandLine, { id, now: at });
  return id;
}

const edit = (app: AProject, id: string, appId: number, at: Date) =>
  changeListing(app.project, { id, name: null, page: pageOf(appId) }, commandLine, at);

/** A domain verified by the project, and a host below it. */
async function aDomain(app: AProject): Promise<{ site: string; host: string }> {
  const site = `${randomBase62(10).toLowerCase()}.example`;
  const host = `go.${site}`;
  await addDomain(app.project, host, commandLine, {
    now,
    appUrl: "https://cairn.example.net",
    byOperator: true,
  });
  return { site, host };
}

/** The project that gets a postback posted to the host. */
const ownerOf = async (appId: number, host: string | null = "elsewhere.example") =>
  (await receivePostback("skan", aSkanPostback(appId), { now, host, keys: testAppleKeys })).project;

const logOf = (app: AProject, appId: number) => sql<{ actor: string; action: string; detail: unknown }[]>`
  select actor, action, detail from audit_log
  where project_id = ${app.project.id} and target = ${String(appId)} order by id`;

async function twoProjects() {
  const [victim, other] = [await aProject(), await aProject()];
  return { victim, other, appId: anAppId() };
}

test("an old listing that is changed to another project's app does not receive its postbacks", async () => {
  const { victim, other, appId } = await twoProjects();
  const old = await list(other, anAppId(), day(1));
  await list(victim, appId, day(10));
  await edit(other, old, appId, day(20));
  expect(await ownerOf(appId)).toBe(victim.project.id);
});

test("nor does one that is edited twice, copied, or deleted and created again", async () => {
  const { victim, other, appId } = await twoProjects();
  const [old, first] = [await list(other, anAppId(), day(1)), await list(victim, appId, day(10))];
  await edit(other, old, appId, day(12));
  await edit(other, old, anAppId(), day(13));
  await edit(other, old, appId, day(14));
  const copy = await list(other, appId, day(15));
  await removeListing(other.project, old, commandLine);
  await edit(other, copy, appId, day(16));
  expect(await ownerOf(appId)).toBe(victim.project.id);
  await removeListing(victim.project, first, commandLine);
  await list(victim, appId, day(20));
  expect(await ownerOf(appId)).toBe(other.project.id);
});

test("saving a listing again, renaming it, or adding a second one of the same app keeps the claim", async () => {
  const { victim, other, appId } = await twoProjects();
  const first = await list(victim, appId, day(1));
  await list(other, appId, day(2));
  await edit(victim, first, appId, day(3));
  await changeListing(victim.project, { id: first, name: "Renamed", page: null }, commandLine, day(4));
  await list(victim, appId, day(5));
  await removeListing(victim.project, first, commandLine);
  expect(await ownerOf(appId)).toBe(victim.project.id);
});

test("of two projects that claim an app at once, one receives all of its postbacks", async () => {
  const { victim, other, appId } = await twoProjects();
  await Promise.all([list(victim, appId, day(1)), list(other, appId, day(1))]);
  const owners = await Promise.all(Array.from({ length: 5 }, () => ownerOf(appId)));
  expect(new Set(owners).size).toBe(1);
});

test("a listing saved and edited at once has the age of its final app", async () => {
  const { victim, other, appId } = await twoProjects();
  const old = await list(other, anAppId(), day(1));
  await list(victim, appId, day(10));
  await Promise.all(
    [appId, anAppId(), appId, anAppId(), appId].map((each, n) => edit(other, old, each, day(20 + n))),
  );
  await edit(other, old, appId, day(27));
  expect(await ownerOf(appId)).toBe(victim.project.id);
});

test("a verified domain to which the app posts precedes an older listing, only for postbacks sent there", async () => {
  const { victim, other, appId } = await twoProjects();
  await list(other, appId, day(1));
  await list(victim, appId, day(10));
  const { site, host } = await aDomain(victim);
  const others = await aDomain(other);
  expect(await ownerOf(appId, site)).toBe(victim.project.id);
  expect(await ownerOf(appId, host)).toBe(victim.project.id);
  expect(await ownerOf(appId, `not${site}`)).toBe(other.project.id);
  expect(await ownerOf(appId, "example")).toBe(other.project.id);
  expect(await ownerOf(appId, others.site)).toBe(other.project.id);
});

test("an unverified domain proves nothing", async () => {
  const { victim, other, appId } = await twoProjects();
  await list(victim, appId, day(1));
  await list(other, appId, day(10));
  const host = `go.${randomBase62(10).toLowerCase()}.example`;
  await addDomain(other.project, host, commandLine, { now, appUrl: "https://cairn.example.net" });
  expect(await ownerOf(appId, host)).toBe(victim.project.id);
});

test("both projects see in setup and log that another project lists the app, but not which", async () => {
  const { victim, other, appId } = await twoProjects();
  await list(victim, appId, day(1));
  expect((await showAppleSetup(victim.project, now)).apps).toMatchObject([
    { is_contested: false, is_elsewhere: false },
  ]);
  expect(await logOf(victim, appId)).toEqual([]);
  const old = await list(other, anAppId(), day(2));
  await edit(other, old, appId, day(20));
  for (const [app, is_elsewhere] of [
    [victim, false],
    [other, true],
  ] as const) {
    const setup = await showAppleSetup(app.project, now);
    expect(setup.apps).toMatchObject([{ is_contested: true, is_elsewhere }]);
    const neighbour = app === victim ? other : victim;
    for (const text of [JSON.stringify(setup), JSON.stringify(await logOf(app, appId))]) {
      expect(text).not.toContain(neighbour.project.name);
      expect(text).not.toContain(neighbour.project.slug);
    }
    expect(await logOf(app, appId)).toEqual([
      { actor: "Cairn", action: "apple-postbacks.contested", detail: {} },
    ]);
  }
  await edit(other, old, appId, day(21));
  expect(await logOf(victim, appId)).toHaveLength(1);
});

test("the operator's assignment precedes age and domain, is in both logs, and can be changed", async () => {
  const { victim, other, appId } = await twoProjects();
  await list(other, appId, day(1));
  const { site } = await aDomain(other);
  expect(await chooseProjectOfApp(victim.project.id, String(appId), commandLine, now)).toBe(false);
  await list(victim, appId, day(10));
  expect(await chooseProjectOfApp(victim.project.id, String(appId), commandLine, now)).toBe(true);
  expect(await ownerOf(appId, site)).toBe(victim.project.id);
  for (const [app, is_ours] of [
    [victim, true],
    [other, false],
  ] as const)
    expect((await logOf(app, appId)).at(-1)).toEqual({
      actor: "command line",
      action: "apple-postbacks.settle",
      detail: { is_ours },
    });
  await chooseProjectOfApp(other.project.id, String(appId), commandLine, now);
  expect(await ownerOf(appId)).toBe(other.project.id);
});

test("waiting postbacks go to the project that verifies their domain, not to one that only lists the app", async () => {
  const { victim, other, appId } = await twoProjects();
  const { site } = await aDomain(victim);
  expect(await ownerOf(appId, site)).toBeNull();
  await list(other, appId, day(1));
  await aDomain(other);
  const claim = () => claimPostbacks(5_000, () => now, { keys: testAppleKeys, only: String(appId) });
  expect(await claim()).toMatchObject({ claimed: 0 });
  await list(victim, appId, day(2));
  expect(await claim()).toMatchObject({ claimed: 1 });
  const rows =
    await sql`/* all projects */ select project_id::int from apple_postbacks where app_id = ${String(appId)}`;
  expect(rows).toEqual([{ project_id: victim.project.id }]);
});

test("a copy of a waiting postback that is sent to another host leaves the assignment to the operator", async () => {
  const { victim, other, appId } = await twoProjects();
  const [own, others] = [await aDomain(victim), await aDomain(other)];
  const postback = aSkanPostback(appId);
  for (const { site } of [others, own])
    await receivePostback("skan", postback, { now, host: site, keys: testAppleKeys });
  for (const app of [victim, other]) await list(app, appId, day(2));
  const claim = () => claimPostbacks(5_000, () => now, { keys: testAppleKeys, only: String(appId) });
  expect(await claim()).toMatchObject({ claimed: 0 });
  await chooseProjectOfApp(victim.project.id, String(appId), commandLine, now);
  expect(await claim()).toMatchObject({ claimed: 1 });
});
