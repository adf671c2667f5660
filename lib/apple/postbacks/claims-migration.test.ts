import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { receivePostback } from "@/lib/apple/postbacks/receive";
import { changeListing, createListing, newListingId } from "@/lib/campaigns/store-listings/listings";
import { readStoreUrl, type StorePage } from "@/lib/campaigns/store-url";
import { anAppId, aSkanPostback, testAppleKeys } from "@/testing/apple-postbacks";
import { aProject } from "@/testing/factories";

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const pageOf = (appId: number) => readStoreUrl(`https://apps.apple.com/app/id${appId}`) as StorePage;

test("earlier listings get the age of their creation, last edit or first postback, whichever is known", async () => {
  const { project } = await aProject();
  const list = async (appId: number) => {
    const id = newListingId();
    await createListing(project, { name: null, page: pageOf(appId) }, commandLine, { id, now: day(1) });
    return id;
  };
  const change = (id: string, changes: { name?: string; page?: StorePage }) =>
    changeListing(project, { id, name: null, page: null, ...changes }, commandLine, day(20));
  const [untouched, renamed, edited, received] = await Promise.all(
    Array.from({ length: 4 }, () => list(anAppId())),
  );
  await change(renamed!, { name: "Renamed" });
  await change(edited!, { page: pageOf(anAppId()) });
  const appId = anAppId();
  await change(received!, { page: pageOf(appId) });
  await receivePostback("skan", aSkanPostback(appId), { now: day(10), keys: testAppleKeys });

  const updates = readFileSync("db/adopt/0.2-to-0.3.sql", "utf8")
    .split(/--> (?:statement-breakpoint|section .*)/)
    .filter((text) => text.includes('UPDATE "store_listings"'));
  expect(updates).toHaveLength(2);
  let claims: { id: string; app_claimed_at: Date }[] = [];
  // Rolled back, so that other tests' listings do not change.
  const undone = new Error("undone");
  await sql
    .begin(async (tx) => {
      await tx`update store_listings set app_claimed_at = now() where project_id = ${project.id}`;
      for (const update of updates) await tx.unsafe(`/* all projects */ ${update}`);
      claims = await tx`select id, app_claimed_at from store_listings where project_id = ${project.id}`;
      throw undone;
    })
    .catch((error) => expect(error).toBe(undone));
  const of = (id: string | undefined) => claims.find((each) => each.id === id)?.app_claimed_at;
  expect([of(untouched), of(renamed), of(edited), of(received)]).toEqual([day(1), day(1), day(20), day(10)]);
});
