import { expect, test } from "vitest";
import { answerLink } from "@/app/link";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { changeProject } from "@/lib/attribution/recalculation/change-project";
import { randomBase62 } from "@/lib/base/ids";
import { attributionData } from "@/lib/facts/installs/attribution-data";
import { registerInstall } from "@/lib/facts/installs/register";
import { aCampaign, aProject, aStoreListing, decideEverything } from "@/testing/factories";

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const pixel =
  "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";

async function anApp({ clipboard }: { clipboard: boolean }) {
  const app = await aProject({ domain: `links-${randomBase62(10).toLowerCase()}.example.com` });
  for (const platform of ["IOS", "ANDROID"] as const) await aStoreListing(app, platform);
  if (clipboard) await changeProject(app.project, { link_clipboard: true }, commandLine, new Date());
  const campaign = await aCampaign(app, { deeplink: "myapp://trails/7", open_in_app: true });
  const open = async (agent: string) => {
    const query = new Request(`http://localhost/${campaign.displayId}?invite=secret-42`, {
      headers: { host: app.domain, "user-agent": agent, accept: "text/html" },
    });
    const page = await (await answerLink(query))!.text();
    return { page, copied: /data-copy="([^"]*)"/.exec(page)?.[1] ?? null };
  };
  return { app, campaign, open };
}

test("an iPhone's page offers to copy the click if the project chose that, without the link's parameters", async () => {
  const { app, open } = await anApp({ clipboard: true });
  const { page, copied } = await open(iPhone);
  const [click] = await sql<{ id: string }[]>`select id from clicks where project_id = ${app.project.id}`;
  expect(copied).toBe(`https://${app.domain}/?cairn_click=${click!.id}`);
  expect(page).toContain(">Copy link and get the app</a>");
  expect((await open(pixel)).copied).toBeNull();
  expect((await open("facebookexternalhit/1.1")).copied).toBeNull();
});

test("by default no page does", async () => {
  const { open } = await anApp({ clipboard: false });
  const { page, copied } = await open(iPhone);
  expect(copied).toBeNull();
  expect(page).toContain(">Get the app</a>");
});

test("an app that sends the pasted link gets exactly that click, with the link's parameters, and not as a guess", async () => {
  const { app, campaign, open } = await anApp({ clipboard: true });
  const { copied } = await open(iPhone);
  const sent = { install_instance_id: randomBase62(20), platform: "IOS", link: copied };
  const context = { userAgent: iPhone, address: "198.51.100.4", now: new Date() };
  await registerInstall(app.project, sent as never, context);
  await decideEverything(app);
  expect(await attributionData(app.project, sent as never, context)).toMatchObject({
    campaign_data: { id: campaign.displayId },
    is_guess: false,
    deeplink: expect.stringContaining("myapp://trails/7?invite=secret-42"),
  });
});
