import { expect, test } from "vitest";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aClick, aMember, anAccount, aProject } from "@/testing/factories";
import { campaignFiguresRoutes } from "./campaign-figures";

asServed([campaignFiguresRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const app = await aProject({ account, timeZone: "Asia/Kolkata" });
    const { session } = await aMember("viewer", account);
    const { id } = await aCampaign(app);
    const path = `/api/dashboard/projects/${app.project.id}/campaigns/${id}/link-clicks`;
    const click = async (at: string, changes: object) => {
      const made = await aClick(app, { campaignId: id, at: new Date(at) });
      await sql`update clicks set ${sql(changes as Record<string, string>)}
        where project_id = ${app.project.id} and id = ${made}`;
    };
    const request = async (query: Record<string, string> = {}) => call(`GET ${path}`, { session, query });
    return { app, id, click, request };
  }

  test("200 clicks by hour of the project's zone, referring site, country, language, system, device and browser", async () => {
    const { app, id, click, request } = await someone();
    const phone = {
      device_model: "Pixel 9",
      os_version: "16.1",
      browser: "Chrome",
      country: "IN",
      language: "hi-IN",
    };
    // 18:29 in UTC is the last minute of the day in Kolkata.
    await click("2026-06-10T18:29:59.999Z", { ...phone, referrer: "https://WWW.News.example/a?b=c" });
    await click("2026-06-10T18:30:00Z", { ...phone, referrer: "http://news.example:8080" });
    await click("2026-06-11T18:29:59.999Z", {
      ...phone,
      referrer: "android-app://com.example.mail/",
      country: null,
    });
    await click("2026-06-11T04:00:00Z", {
      platform: "DESKTOP",
      os_version: "15.1",
      language: "en",
      referrer: "not an address",
    });
    await click("2026-06-11T18:30:00Z", phone);
    await click("2026-06-11T10:00:00Z", { not_counted: "bot" });
    await click("2026-06-11T10:00:00Z", { not_counted: "duplicate" });
    await click("2026-06-11T10:00:00Z", { not_counted: "bot" });
    await click("2026-06-11T10:00:00Z", { is_test: true });
    await click("2026-06-11T10:00:00Z", { kind: "view" });
    await aClick(app, { campaignId: (await aCampaign(app)).id, at: new Date("2026-06-11T10:00:00Z") });

    const { status, body } = await request({ from: "2026-06-11", to: "2026-06-11" });
    expect(status).toBe(200);
    expect(body.msg).toBe("Clicks.");
    const none = { names: 0, clicks: 0 };
    const hours = Array.from({ length: 24 }, () => 0);
    hours[0] = hours[9] = hours[23] = 1;
    expect(body.data).toEqual({
      from: "2026-06-11",
      to: "2026-06-11",
      time_zone: "Asia/Kolkata",
      clicks: 3,
      hours,
      parts: {
        referrer: {
          rows: ["com.example.mail", "news.example", null].map((name) => ({ name, clicks: 1 })),
          others: none,
        },
        country: {
          rows: [
            { name: null, clicks: 2 },
            { name: "IN", clicks: 1 },
          ],
          others: none,
        },
        language: {
          rows: [
            { name: "hi", clicks: 2 },
            { name: "en", clicks: 1 },
          ],
          others: none,
        },
        system: {
          rows: [
            { name: "ANDROID 16", clicks: 2 },
            { name: "DESKTOP", clicks: 1 },
          ],
          others: none,
        },
        device: {
          rows: [
            { name: "Pixel 9", clicks: 2 },
            { name: null, clicks: 1 },
          ],
          others: none,
        },
        browser: {
          rows: [
            { name: "Chrome", clicks: 2 },
            { name: null, clicks: 1 },
          ],
          others: none,
        },
      },
      not_counted: [
        { reason: "bot", clicks: 2 },
        { reason: "duplicate", clicks: 1 },
      ],
      of_latest: null,
    });
    expect((await request()).body.data).toMatchObject({ from: null, to: null, clicks: 5 });
    expect(id).toBeGreaterThan(0);
  });

  test("200 the eight values with the most clicks, and the sum of the others; zeros without clicks", async () => {
    const { click, request } = await someone();
    expect((await request()).body.data).toMatchObject({
      clicks: 0,
      parts: { referrer: { rows: [], others: { names: 0, clicks: 0 } } },
      not_counted: [],
    });
    for (let site = 0; site < 10; site++)
      for (let n = 0; n <= Math.max(0, 9 - site); n++)
        await click("2026-06-11T10:00:00Z", { referrer: `https://site${site}.example/` });
    const { referrer } = (await request()).body.data.parts;
    expect(referrer.rows.map(({ name }: { name: string }) => name)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((site) => `site${site}.example`),
    );
    expect(referrer.others).toEqual({ names: 2, clicks: 3 });
  });

  test("422 a date that is not valid, or days in the wrong order", async () => {
    const { request } = await someone();
    const other = await someone();
    expect((await other.request({ from: "2026-02-30" })).status).toBe(422);
    expect((await request({ from: "2026-06-12", to: "2026-06-11" })).body.msg).toBe(
      "from must not be after to.",
    );
  });
});
