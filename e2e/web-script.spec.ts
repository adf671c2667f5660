import { expect, test } from "@playwright/test";
import { faults } from "./looks";

const link = "http://links.example.org/summer";

test.use({ userAgent: "Mozilla/5.0 (Linux; Android 15; Pixel 8) Chrome/140.0.0.0 Mobile Safari/537.36" });

// A visitor of the site has never seen the dashboard.
test.use({ storageState: { cookies: [], origins: [] } });

test("a visitor's ad goes along to the store, nothing is kept without consent, and a closed banner stays closed", async ({
  page,
  baseURL,
}) => {
  // A customer's site. It bears this server's address because browsers keep pages of others from machines as near as it.
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

  // Kept with consent and found again, it is in nothing any more once that is taken back.
  await page.evaluate(() => window.cairn?.consent(true));
  await page.goto(`${site}/peaks`);
  expect(await page.evaluate(() => window.cairn?.touches().last?.params.gclid)).toBe("g-1");
  await page.evaluate(() => window.cairn?.consent(false));
  expect(await page.evaluate(() => window.cairn?.touches())).toEqual({ first: null, last: null });
});
