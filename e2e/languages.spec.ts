import { readFileSync } from "node:fs";
import { join } from "node:path";
import { faults } from "./looks";
import { expect, firstProject, owner, test } from "./owner";

const textsIn = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../languages", `${language}.json`), "utf8"));

test("the dashboard has the browser's language from sign-in on, and another one if the member chooses it", async ({
  browser,
}) => {
  const german = textsIn("de");
  const japanese = textsIn("ja");
  const page = await (
    await browser.newContext({ locale: "de-DE", storageState: { cookies: [], origins: [] } })
  ).newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));

  await page.goto("/sign-in");
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText(german["Sign in"]!);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByLabel(german.Email!).fill(owner.email);
  await page.getByLabel(german.Password!, { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: german["Sign in"]!, exact: true }).click();

  await page.waitForURL(/\/p\/\d+/);
  const menu = page.getByRole("navigation", { name: german.Main! });
  await expect(menu.getByRole("link")).toContainText([german.Overview!, german.Report!, german.Campaigns!]);
  await page.goto(`/p/${firstProject().id}/campaigns`);
  await expect(title).toHaveText(german.Campaigns!);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faults(page, "campaigns in German on a phone")).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.goto("/account/profile");
  await page.getByRole("combobox", { name: german.Language! }).click();
  await page.getByRole("option", { name: "日本語" }).click();
  await expect(title).toHaveText(japanese.Profile!);
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await page.goto(`/p/${firstProject().id}/report`);
  await expect(title).toHaveText(japanese.Report!);
  expect(await faults(page, "the report in Japanese")).toEqual([]);
  expect(problems).toEqual([]);
  await page.context().close();
});

test("the server renders English for English readers, also after others, and leaves other languages to the browser", async ({
  request,
}) => {
  const html = async (accepted: string) =>
    (await request.get("/sign-in", { headers: { "accept-language": accepted } })).text();
  const english = await html("en-GB");
  const spanish = await html("es-MX, es;q=0.9");
  expect(english).toMatch(/<html lang="en"[\s\S]*<h1[^>]*>Sign in</);
  expect(english).not.toContain("/languages/");
  expect(spanish).toMatch(/<html lang="es"[\s\S]*<script src="\/languages\/es\.js\?/);
  expect(spanish).not.toContain("<h1");
  expect(await html("en")).toMatch(/<h1[^>]*>Sign in</);
});

test("the texts of a language are one compressed script, and other names have none", async ({ request }) => {
  const answer = await request.get("/languages/hi.js");
  expect(answer.status()).toBe(200);
  expect(answer.headers()).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "content-encoding": "br",
  });
  expect(await answer.text()).toContain('globalThis.cairnTexts={"language":"hi"');
  for (const name of ["en.js", "xx.js", "hi.json", "../languages/hi.js%00"])
    expect((await request.get(`/languages/${name}`)).status(), name).toBe(404);
});
