import { join } from "node:path";
import { type BrowserContext, chromium } from "@playwright/test";
import { findBrowser } from "@/bin/browser";
import { demo } from "@/demo/seed";
import { CannotStart } from "@/lib/base/cannot-start";
import { runProgram } from "@/server/run-program";

/** `npm run screenshots` takes the README's pictures of a running `npm run demo`. */
const base = process.argv[2] ?? "http://localhost:3000";
const folder = join(import.meta.dirname, "..", "docs", "pictures");

type Picture = { name: string; path(project: string): Promise<string> | string };

async function takeScreenshots(context: BrowserContext, scheme: "light" | "dark") {
  const get = async (path: string) =>
    (await (await context.request.get(`${base}/api/dashboard${path}`)).json()).data;
  const project = (await get("/me")).projects[0].id;
  const own = `/projects/${project}`;
  const pictures: Picture[] = [
    { name: "overview", path: () => "" },
    { name: "report", path: () => "/report" },
    {
      name: "campaign",
      path: async () => `/campaigns/${(await get(`${own}/campaigns?search=lookalike`)).campaigns[0].id}`,
    },
    {
      name: "install",
      path: async () => `/installs/${(await get(`${own}/installs?reason=ambiguous`)).installs[0].id}`,
    },
    { name: "campaigns", path: () => "/campaigns" },
  ];
  const page = await context.newPage();
  for (const picture of pictures) {
    await page.goto(`${base}/p/${project}${await picture.path(project)}`);
    await page.waitForLoadState("networkidle");
    // A slow machine is idle before it has drawn anything.
    await page.waitForFunction(() => !document.querySelector(".animate-shimmer"));
    await page.screenshot({ path: join(folder, `${picture.name}-${scheme}.png`), animations: "disabled" });
    process.stdout.write(`${picture.name}-${scheme}.png\n`);
  }
}

await runProgram(async () => {
  const browser = await chromium.launch({ executablePath: findBrowser(() => {}), args: ["--no-sandbox"] });
  try {
    for (const scheme of ["light", "dark"] as const) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 860 },
        colorScheme: scheme,
        reducedMotion: "reduce",
        locale: "en-GB",
      });
      const page = await context.newPage();
      await page.goto(`${base}/sign-in`).catch(() => {
        throw new CannotStart(
          `No server responds at ${base}. Start "npm run demo" first, or use another address.`,
        );
      });
      await page.getByLabel("Email").fill(demo.email);
      await page.getByLabel("Password", { exact: true }).fill(demo.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.waitForURL(/\/p\/\d+/);
      await takeScreenshots(context, scheme);
      await context.close();
    }
  } finally {
    await browser.close();
  }
});
