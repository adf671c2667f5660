import type { Page } from "@playwright/test";
import { aListedCampaign, aListProject, type ListProject } from "./campaign-list";
import { faults, sideways } from "./looks";
import { onePageTest } from "./one-page";
import { expect } from "./owner";

/** The tests of a worker open and close everything on one page of one project. */
const test = onePageTest.extend<object, { project: ListProject }>({
  project: [
    async ({ shared }, use) => {
      const project = await aListProject(shared.request);
      await aListedCampaign(shared.request, project, { name: "Alps", network: "META" });
      await use(project);
    },
    { scope: "worker" },
  ],
});

type Opening = {
  name: string;
  path?: string;
  /** Opens it, and names what is open then. */
  open: (page: Page) => Promise<void>;
  role: "dialog" | "alertdialog" | "menu";
  only?: "desktop" | "phone";
};

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

const openings: Opening[] = [
  { name: "the member's menu", role: "dialog", open: (page) => press(page, /^Your menu/) },
  { name: "the alerts", role: "dialog", open: (page) => press(page, /alert/i) },
  {
    name: "the search",
    role: "dialog",
    open: async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("meta");
      await expect(page.getByRole("option", { name: "Meta spend" })).toBeVisible();
    },
  },
  { name: "the projects", role: "dialog", only: "desktop", open: (page) => press(page, "Change project") },
  { name: "the menu", role: "dialog", only: "phone", open: (page) => press(page, "Open the menu") },
  { name: "the days", role: "dialog", open: (page) => press(page, /^Days: /) },
  { name: "all filters", role: "dialog", only: "phone", open: (page) => press(page, /^Filters/) },
  { name: "a row's menu", role: "menu", only: "desktop", open: (page) => press(page, /^More about Alps/) },
  { name: "a new campaign", role: "dialog", open: (page) => press(page, "New campaign") },
  {
    name: "a change of many campaigns and its confirmation",
    role: "alertdialog",
    only: "desktop",
    open: async (page) => {
      await page.getByRole("checkbox", { name: "Select Alps" }).click();
      await press(page, "Edit…");
      const dialog = page.getByRole("dialog", { name: "Edit 1 campaign" });
      await dialog.getByLabel("Destination on desktop").fill("https://example.com/sale");
      await dialog.getByRole("button", { name: "Edit 1 campaign" }).click();
    },
  },
  {
    name: "a filter",
    role: "dialog",
    path: "/clicks",
    only: "desktop",
    open: (page) => press(page, "Add filter"),
  },
  { name: "spend by hand", role: "dialog", path: "/spend", open: (page) => press(page, "Add manually") },
  {
    name: "the settings",
    role: "dialog",
    path: "/settings/details",
    only: "phone",
    open: (page) => press(page, /^Settings:/),
  },
];

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** Loads the screen, unless the test before has left it as it was loaded. */
async function openScreen(page: Page, project: ListProject, path: string) {
  const screen = `/p/${project.id}${path}`;
  const isOpen = page.url() !== "about:blank" && new URL(page.url()).pathname === screen;
  if (isOpen && (await page.locator("[role=dialog], [role=alertdialog], [role=menu]").count()) === 0) return;
  await page.goto(screen);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  if (path === "/campaigns") await expect(page.getByText("Alps").first()).toBeVisible();
}

for (const device of ["desktop", "phone"] as const)
  for (const { name, path = "/campaigns", open, role, only = device } of openings)
    if (only === device)
      test(`axe finds nothing in ${name}, open on a ${device}, in either theme, and Escape closes it`, async ({
        page,
        project,
      }) => {
        await page.setViewportSize(sizes[device]);
        await openScreen(page, project, path);
        const opened = page.getByRole(role);
        await expect(opened).toHaveCount(0);
        await open(page);
        await expect(opened).toBeVisible();
        expect([...(await faults(page, name)), ...(await sideways(page, name))]).toEqual([]);
        await page.keyboard.press("Escape");
        await expect(opened).toHaveCount(0);
      });

test("one Escape closes the member's menu, wherever the focus is", async ({ page, project }) => {
  await openScreen(page, project, "/campaigns");
  await press(page, /^Your menu/);
  const menu = page.getByRole("dialog", { name: "Your menu" });
  await menu.getByRole("button", { name: "Dark" }).focus();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
});
