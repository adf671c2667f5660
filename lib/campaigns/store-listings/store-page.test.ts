import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { listListings, readListing } from "@/lib/campaigns/store-listings/listings";
import {
  type FetchStorePage,
  imageType,
  readLookup,
  readPlay,
  readStorePage,
} from "@/lib/campaigns/store-listings/store-page";
import { safeFetch } from "@/lib/platform/safe-fetch";
import { aProject, aStoreListing } from "@/testing/factories";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A store on this machine, which serves every address, whatever its host. */
async function aStore(answer: RequestListener): Promise<FetchStorePage> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return (address, options) => {
    const { pathname, search } = new URL(address);
    return safeFetch(`http://127.0.0.1:${port}${pathname}${search}`, { ...options, allows: () => true });
  };
}

const lookup = (app: object) => JSON.stringify({ resultCount: 1, results: [app] });
const play = (app: object) =>
  `<html><script type="application/ld+json" nonce="x">${JSON.stringify({ "@type": "SoftwareApplication", ...app })}</script></html>`;

const trails = {
  trackName: "Trails",
  averageUserRating: 4.62,
  userRatingCount: 1200,
  artworkUrl512: "https://is1-ssl.mzstatic.com/image/thumb/x/512x512bb.jpg",
  screenshotUrls: [1, 2, 3, 4].map((n) => `https://is1-ssl.mzstatic.com/image/thumb/s${n}/392x696bb.png`),
};

test("Apple's response: name, rating, the icon and screenshots in the required sizes", () => {
  expect(readLookup(lookup(trails))).toEqual({
    name: "Trails",
    rating: 4.62,
    ratings: 1200,
    icon: "https://is1-ssl.mzstatic.com/image/thumb/x/192x192bb.png",
    pictures: [1, 2, 3, 4].map((n) => `https://is1-ssl.mzstatic.com/image/thumb/s${n}/320x690bb.jpg`),
  });
  expect(readLookup(lookup({ trackName: "New", averageUserRating: 0, userRatingCount: 0 }))).toEqual({
    name: "New",
    rating: null,
    ratings: null,
    icon: null,
    pictures: [],
  });
});

test("Play's page: its data for search engines, and its first three screenshots", () => {
  const page = play({
    name: "Trails & more",
    image: "https://play-lh.googleusercontent.com/abc=s96",
    aggregateRating: { ratingValue: "4.5", ratingCount: "9876" },
  });
  const shot = (src: string) => `<img src="${src}" class="T75of" alt="Screenshot image" loading="lazy">`;
  const shots = ["s1", "s1", "s-2", "s_3", "s4"].map((id) =>
    shot(`https://play-lh.googleusercontent.com/${id}=w526-h296-rw`),
  );
  const others = `${shot("https://i.ytimg.com/vi/x/hqdefault.jpg")}<img alt="Icon image" src="https://play-lh.googleusercontent.com/icon=w48">`;
  expect(readPlay(page + others + shots.join(""))).toEqual({
    name: "Trails & more",
    rating: 4.5,
    ratings: 9876,
    icon: "https://play-lh.googleusercontent.com/abc=w192-h192",
    pictures: ["s1", "s-2", "s_3"].map((id) => `https://play-lh.googleusercontent.com/${id}=w320-h690`),
  });
});

test.each(["", "{}", "<html>", "[]", lookup({}), lookup({ trackName: 7 })])("neither of them: %s", (body) => {
  expect([readLookup(body), readPlay(body)]).toEqual([null, null]);
});

test("an image is recognised by its first bytes, not by its content type", () => {
  expect(imageType(png)).toBe("image/png");
  expect(imageType(Buffer.from("<svg onload=alert(1)>"))).toBeNull();
});

test.each<[string, RequestListener, string]>([
  ["an app that the store does not have", (_, out) => out.end('{"resultCount":0,"results":[]}'), "unknown"],
  ["404", (_, out) => out.writeHead(404).end(), "unknown"],
  ["500", (_, out) => out.writeHead(500).end(), "unreachable"],
  ["something else", (_, out) => out.end("<html>"), "unreadable"],
])("%s", async (_, answer, expected) => {
  const fetch = await aStore(answer);
  expect(await readStorePage({ platform: "IOS", appId: "1" }, fetch)).toBe(expected);
});

test("a listing stores the app's details; an invalid icon is ignored; another app starts without them", async () => {
  const app = await aProject();
  const id = await aStoreListing(app, "IOS");
  const answers = (icon: Buffer) =>
    aStore((query, out) => out.end(query.url?.startsWith("/lookup") ? lookup(trails) : icon));
  const at = { now: new Date("2026-06-01T10:00:00Z") };
  const known = {
    name: "Trails",
    rating: 4.62,
    ratings: 1200,
    has_icon: true,
    pictures: 3,
    read_at: at.now.toISOString(),
  };
  const read = async (icon: Buffer) =>
    (await readListing(app.project, id, commandLine, { ...at, fetch: await answers(icon) })).store_listing
      .app;
  expect(await read(png)).toEqual(known);
  expect((await listListings(app.project)).store_listings[0]?.app).toEqual(known);
  const [stored] = await sql<{ icon: Buffer; last: Buffer }[]>`
    select app_icon as icon, app_pictures[3] as last from store_listings
    where project_id = ${app.project.id} and id = ${id}`;
  expect(stored).toEqual({ icon: png, last: png });
  expect(await read(Buffer.from("<svg>"))).toEqual({ ...known, has_icon: false, pictures: 0 });

  const away = await aStore((_, out) => out.writeHead(500).end());
  await expect(readListing(app.project, id, commandLine, { ...at, fetch: away })).rejects.toThrow(
    "The App Store can't be reached right now. Try again later.",
  );
});
