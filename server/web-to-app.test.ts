import { expect, test } from "vitest";
import { answerLink } from "@/app/link";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { erasedKey } from "@/lib/accounts/erased/erased";
import { randomBase62 } from "@/lib/base/ids";
import { registerInstall } from "@/lib/facts/installs/register";
import { rememberErased } from "@/lib/privacy/queries";
import { changeSite } from "@/lib/projects/site/site";
import { type AProject, aCampaign, aProject, aStoreListing, decideEverything } from "@/testing/factories";

const phone =
  "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";

async function anApp() {
  const app = await aProject({ domain: `links-${randomBase62(10).toLowerCase()}.example.com` });
  await aStoreListing(app, "ANDROID");
  return app;
}

async function follow({ domain }: AProject, path: string, headers: Record<string, string> = {}) {
  const query = new Request(`http://localhost${path}`, {
    headers: { host: domain, "user-agent": phone, ...headers },
  });
  return (await answerLink(query))!;
}

/** The install after the store's page was opened. */
async function installedFrom(app: AProject, store: string) {
  const instance = randomBase62(20);
  const install_ref = new URL(store).searchParams.get("referrer");
  await registerInstall(
    app.project,
    { install_instance_id: instance, platform: "ANDROID", device_data: { install_ref } } as never,
    { userAgent: phone, address: "198.51.100.4", now: new Date() },
  );
  await decideEverything(app);
  const [row] = await sql<{ network: string | null; campaign: string; web_id: string | null }[]>`
    select s.network, c.display_id as campaign, w.web_id from installs s
    join campaigns c on c.project_id = ${app.project.id} and c.id = s.campaign_id
    left join web_clicks w on w.project_id = ${app.project.id} and w.click_id = s.click_id
    where s.project_id = ${app.project.id} and s.install_instance_id = ${instance}`;
  return row;
}

test("a store button's click has the visitor and the network of the visitor's ad, and so has the install", async () => {
  const app = await anApp();
  const { displayId } = await aCampaign(app);
  for (const [id, network] of [
    ["gclid=g-1&utm_source=google", "GOOGLE"],
    ["fbclid=f-1", "META"],
    ["ttclid=t-1", "TIKTOK"],
  ] as const) {
    const web = `visitor-${network}`;
    const got = await follow(app, `/${displayId}?${id}&cairn_web=${web}&web_page=%2Fpeaks`);
    expect(got.status).toBe(302);
    expect(await installedFrom(app, got.headers.get("location")!)).toEqual({
      network,
      campaign: displayId,
      web_id: web,
    });
  }
});

test("on the bare domain it belongs to the network's campaign: by the network's ID, or the one for unknown campaigns", async () => {
  const app = await anApp();
  const tied = await aCampaign(app, { network: "GOOGLE", network_campaign_id: "77" });
  const known = await follow(app, "/?gclid=g-1&gad_campaignid=77&cairn_web=visitor-1");
  expect(await installedFrom(app, known.headers.get("location")!)).toMatchObject({
    network: "GOOGLE",
    campaign: tied.displayId,
    web_id: "visitor-1",
  });
  const unknown = await follow(app, "/?fbclid=f-1&cairn_web=visitor-2");
  expect(await installedFrom(app, unknown.headers.get("location")!)).toMatchObject({
    network: "META",
    web_id: "visitor-2",
  });
});

test("a link with the ID of an erased visitor is redirected, and the ID is not stored", async () => {
  const app = await anApp();
  const { displayId } = await aCampaign(app);
  const erased = "visitor-erased";
  await rememberErased(app.project.id, [erasedKey(app.project.id, "web", erased)], new Date());
  for (const web of [erased, "visitor-known"])
    expect((await follow(app, `/${displayId}?cairn_web=${web}`)).status).toBe(302);
  const stored = await sql`select web_id from web_clicks where project_id = ${app.project.id}`;
  expect([...stored]).toEqual([{ web_id: "visitor-known" }]);
});

test("the visitor's ID is not an ad parameter, and an invalid one is ignored", async () => {
  const app = await anApp();
  const { displayId } = await aCampaign(app);
  await follow(app, `/${displayId}?cairn_web=visitor-1&utm_source=blog`);
  await follow(app, `/${displayId}?cairn_web=a%20b&n=2`);
  const params = await sql<{ params: object }[]>`
    select params from clicks where project_id = ${app.project.id} order by id`;
  expect(params).toEqual([{ params: { utm_source: "blog" } }, { params: { n: "2" } }]);
  expect(await sql`select web_id from web_clicks where project_id = ${app.project.id}`).toEqual([
    { web_id: "visitor-1" },
  ]);
});

test("a link to a website of the project passes the click ID, and to no other website", async () => {
  const app = await anApp();
  await changeSite(app.project, { origins: ["https://www.example.com"] }, commandLine, new Date());
  const leading = async (android_web_redirect: string) => {
    const { displayId } = await aCampaign(app, { android_web_redirect });
    return (await follow(app, `/${displayId}`)).headers.get("location")!;
  };
  const destination = new URL(await leading("https://www.example.com/app?x=1#top"));
  expect([destination.pathname, destination.hash, destination.searchParams.get("x")]).toEqual([
    "/app",
    "#top",
    "1",
  ]);
  const [click] = await sql<{ id: string }[]>`select id from clicks where project_id = ${app.project.id}`;
  expect(destination.searchParams.get("cairn_click")).toBe(click!.id);
  expect(await leading("https://shop.example.com/app")).toBe("https://shop.example.com/app");
});
