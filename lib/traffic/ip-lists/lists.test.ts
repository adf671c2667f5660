// @isolated: lists are cached for the whole process, and other tests ask for addresses of none.
import { expect, test } from "vitest";
import { sql } from "@/db";
import { storeInstall } from "@/lib/facts/installs/register";
import { storeClicks } from "@/lib/traffic/clicks/queries";
import { dropIpList, listIpLists, loadIpList } from "@/lib/traffic/ip-lists/lists";
import { followClick } from "@/lib/traffic/visits/follow";
import { aCampaign, aProject, decideEverything, ledgerOf, someName } from "@/testing/factories";

const phone =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";

test("a click and an install from a listed address are marked when they arrive, and a fraud rule fires", async () => {
  const list = someName("hosting")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "-");
  const loaded = await loadIpList(list, "# a data centre\n198.19.78.0/24,US,,\nnonsense\n", new Date());
  expect(loaded).toEqual({ name: list, ranges: 1, refused: 1, first_refused: ["nonsense"] });
  expect(await listIpLists()).toContainEqual({ name: list, size: 1, loaded_at: expect.any(Date) });

  const app = await aProject();
  const campaign = await aCampaign(app, { website: "https://example.com/" } as object);
  const visit = (address: string, now: Date) =>
    followClick(
      {
        method: "GET",
        host: app.domain,
        path: "/",
        rawQuery: `c=${campaign.displayId}`,
        header: (name) => (name === "user-agent" ? phone : null),
        address,
        now,
        tick: performance.now(),
      },
      {
        record: async (row) => void (await storeClicks([row])),
        visit: () => Promise.reject(new Error("the database is there")),
      },
    );
  const start = Date.now() - 3_600_000;
  await visit("198.19.78.200", new Date(start));
  await visit("198.19.79.1", new Date(start + 60_000));
  const clicks = await sql<{ id: string; list: string | null }[]>`
    select id, address_list as list from clicks where project_id = ${app.project.id} order by id`;
  expect(clicks.map((row) => row.list)).toEqual([list, null]);

  const install = (instance: string, address: string, click?: string) =>
    storeInstall(
      app.project,
      {
        token: "",
        install_instance_id: instance,
        platform: "ANDROID",
        device_data: click ? { install_ref: `cairn_click=${click}` } : {},
      },
      { userAgent: null, address, now: new Date(start + 900_000) },
    );
  await install("by a listed click", "203.0.113.90", clicks[0]!.id);
  await install("by another click", "203.0.113.91", clicks[1]!.id);
  await install("listed itself", "::ffff:198.19.78.7");
  await decideEverything(app);
  const flagged = await sql<{ instance: string; flags: string[] | null }[]>`
    select install_instance_id as instance, flags from installs where project_id = ${app.project.id} order by instance`;
  expect(Object.fromEntries(flagged.map((row) => [row.instance, row.flags]))).toEqual({
    "by a listed click": ["anonymous_address"],
    "by another click": null,
    "listed itself": ["anonymous_address"],
  });
  expect((await ledgerOf(app.project.id)).suspicious?.count).toBe(2);

  await dropIpList(list);
  await expect(dropIpList(list)).rejects.toThrow("This list does not exist.");
});

test("a list with an invalid name, or without a range, is rejected", async () => {
  await expect(loadIpList("Tor Exits", "192.0.2.1", new Date())).rejects.toThrow("A list's name must have");
  await expect(loadIpList("tor", "# nothing\n", new Date())).rejects.toThrow(
    "The file contains no address ranges",
  );
});
