import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type APIResponse, expect, test } from "@playwright/test";
import { faults } from "./looks";
import { signedIn } from "./owner";

const link = "http://links.example.org/summer";

test.use({ userAgent: "Mozilla/5.0 (Linux; Android 15; Pixel 8) Chrome/140.0.0.0 Mobile Safari/537.36" });

// A visitor of the site is not signed in to the dashboard.
test.use({ storageState: { cookies: [], origins: [] } });

test("a visitor's ad is passed to the store, nothing is stored without consent, and a closed banner stays closed", async ({
  page,
  baseURL,
}) => {
  // A customer's site. It has this server's address, because browsers block requests from other sites to local
  // machines.
  const site = `${baseURL}/shop`;
  await page.route(`${site}/**`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><html lang="en"><title>Shop</title><main><h1>Trails</h1>
        <a id="store" href="https://play.google.com/store/apps/details?id=com.example.app">Get the app</a>
        <a id="plain" href="/about">About</a></main>
        <script src="${baseURL}/cairn.js" data-link="${link}" data-banner-title="Trails"
          data-banner-text="Maps that work offline"></script>`,
    }),
  );
  const followed: string[] = [];
  await page.route("http://links.example.org/**", (route) => {
    followed.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "the store" });
  });

  await page.goto(`${site}/peaks?gclid=g-1&utm_source=google&email=ada%40example.com`);
  await page.goto(`${site}/huts`);
  const kept = () => page.evaluate(() => [document.cookie, ...Object.keys(localStorage)]);
  expect(await kept()).toEqual([""]);
  const banner = page.getByRole("region", { name: "Trails" });
  await expect(banner).toBeVisible();
  expect(await faults(page, "a site with a banner")).toEqual([]);
  await page.evaluate(() => window.cairn?.consent(true));
  expect(await kept()).toEqual(["", "cairn.touches"]);
  await page.evaluate(() => window.cairn?.consent(false));
  expect(await kept()).toEqual([""]);

  await page.locator("#store").click();
  await expect(page.getByText("the store")).toBeVisible();
  const query = Object.fromEntries(new URL(followed[0]!).searchParams);
  expect(query).toEqual({ gclid: "g-1", utm_source: "google", web_page: "/shop/huts" });

  await page.goto(`${site}/huts`);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(banner).toHaveCount(0);
  await page.goto(`${site}/peaks`);
  await expect(page.getByRole("link", { name: "Get the app" })).toBeVisible();
  await expect(banner).toHaveCount(0);

  // With consent the touch is stored; after the consent is withdrawn it is deleted everywhere.
  await page.evaluate(() => window.cairn?.consent(true));
  await page.goto(`${site}/peaks`);
  expect(await page.evaluate(() => window.cairn?.touches().last?.params.gclid)).toBe("g-1");
  await page.evaluate(() => window.cairn?.consent(false));
  expect(await page.evaluate(() => window.cairn?.touches())).toEqual({ first: null, last: null });
});

test("web to app: a visit, a store button's click, the install and its user are one visitor", async ({
  page,
  browser,
  baseURL,
}) => {
  const ownerContext = await browser.newContext({ storageState: signedIn, ...(baseURL ? { baseURL } : {}) });
  const api = ownerContext.request;
  const data = async (answer: Promise<APIResponse>) => {
    const got = await answer;
    expect(got.ok(), await got.text()).toBe(true);
    return (await got.json()).data;
  };
  const site = await aWebsite();
  try {
    const me = await data(api.get("/api/dashboard/me"));
    const accountId = me.accounts[0].id;
    const { project } = await data(
      api.post(`/api/dashboard/accounts/${accountId}/projects`, { data: { name: "Website" } }),
    );
    const base = `/api/dashboard/projects/${project.id}`;
    await data(
      api.post(`${base}/store-listings`, {
        data: { name: "Android", url: "https://play.google.com/store/apps/details?id=com.example.app" },
      }),
    );
    const { campaign } = await data(
      api.post(`${base}/campaigns`, { data: { name: "Store buttons", is_shortlink: true } }),
    );

    const owner = await ownerContext.newPage();
    await owner.goto(`/p/${project.id}/web-to-app`);
    await owner.getByLabel("Websites").fill(site.origin);
    await owner.getByRole("button", { name: "Save websites" }).click();
    const token = (await owner.getByText(/^cw_/).first().textContent()) ?? "";

    site.body = `<!doctype html><html lang="en"><title>Shop</title>
      <a href="https://play.google.com/store/apps/details?id=com.example.app">Get the app</a>
      <script src="${baseURL}/cairn.js" data-token="${token}" data-link="${campaign.link}"></script>
      <script>cairn.event("trail_viewed", { km: 12 })</script>`;
    const stored = page.waitForResponse(
      (got) => got.url().includes("/api/web/event") && got.status() === 200,
    );
    await page.goto(`${site.origin}/peaks?utm_source=newsletter`);
    await stored;
    // The store does not exist here, and a Playwright route cannot intercept a redirect.
    const sent = page.waitForRequest("https://play.google.com/**");
    await page.getByRole("link", { name: "Get the app" }).click();
    const referrer = new URL((await sent).url()).searchParams.get("referrer");

    const app = (name: string, body: object) =>
      data(
        api.post(`/api/client/${name}`, {
          data: { token: project.token, install_instance_id: "web-phone", platform: "ANDROID", ...body },
        }),
      );
    await api.post("/api/client/init", {
      data: {
        token: project.token,
        install_instance_id: "web-phone",
        platform: "ANDROID",
        device_data: { install_ref: referrer },
      },
    });
    await app("trigger", { user_data: { id: "ada" } });
    const figure = (name: string) =>
      owner
        .getByRole("list", { name: "From visit to payment" })
        .getByRole("listitem")
        .filter({ hasText: name });
    await expect(async () => {
      await owner.goto(`/p/${project.id}/web-to-app`);
      await expect(figure("Installs").getByRole("link", { name: "1", exact: true })).toBeVisible({
        timeout: 20_000,
      });
    }).toPass();
    await expect(figure("Sign-ups").getByRole("link", { name: "1", exact: true })).toBeVisible();
    await expect(owner.getByRole("row", { name: /newsletter 1 1 1 1 0/ })).toBeVisible();
    await expect(owner.getByRole("row", { name: /trail_viewed 1 1/ })).toBeVisible();
    expect(await faults(owner, "web to app")).toEqual([]);
    await figure("Installs").getByRole("link", { name: "1", exact: true }).click();
    await expect(owner.getByText("/peaks")).toBeVisible();
    expect(await faults(owner, "visitors")).toEqual([]);
  } finally {
    site.close();
    await ownerContext.close();
  }
});

/** A customer's website on a separate origin. */
async function aWebsite() {
  const site = { origin: "", body: "", close: () => {} };
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(site.body),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  site.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  site.close = () => void server.close();
  return site;
}
