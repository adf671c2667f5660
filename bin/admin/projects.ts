import { setTimeout as sleep } from "node:timers/promises";
import { type Command, checked, type Given } from "@/bin/admin/command";
import { projectNamed, projectOption } from "@/bin/admin/project-option";
import { listProjects } from "@/bin/admin/queries";
import { now } from "@/db/clock";
import type { Project } from "@/lib/accounts/access/project";
import { commandLine } from "@/lib/accounts/audit/actor";
import { accountNamed } from "@/lib/accounts/create-member";
import { setArchived } from "@/lib/accounts/projects/archive";
import { setBilling } from "@/lib/accounts/projects/billing";
import { createProject } from "@/lib/accounts/projects/create";
import { deleteProject, present, restoreProject } from "@/lib/accounts/projects/deletion/delete";
import { findDeleted } from "@/lib/accounts/projects/deletion/queries";
import { billingInput, projectChanges, projectInput } from "@/lib/accounts/projects/schema";
import { showProject } from "@/lib/accounts/projects/show";
import { changeProject } from "@/lib/attribution/recalculation/change-project";
import { runRecalculation } from "@/lib/attribution/recalculation/run";
import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import { createListing, newListingId } from "@/lib/campaigns/store-listings/listings";
import { listingInput } from "@/lib/campaigns/store-listings/schema";

const at = () => ({ now: now(), appUrl: env.APP_URL });

async function bill(given: Given, suspended: boolean) {
  const project = await projectNamed(given);
  const { payment_link: paymentLink } = checked(billingInput, {
    suspended,
    payment_link: given.text("payment-link"),
  });
  return {
    project_id: project.id,
    ...(await setBilling(project, { suspended, paymentLink }, commandLine, now())),
  };
}

async function putAway(given: Given, archived: boolean) {
  const project = await projectNamed(given);
  return { project_id: project.id, ...(await setArchived(project, archived, commandLine, now())) };
}

/** A running server may have started the recalculation first, so this waits until it is finished. */
async function countedAnew(project: Project) {
  for (;;) {
    const shown = await showProject(project.id, at());
    if (shown.recalculation === null) return shown;
    if (shown.recalculation.state === "FAILED")
      throw new Refusal(
        500,
        shown.recalculation.problem ?? "The figures could not be counted anew; nothing was changed.",
      );
    if (!(await runRecalculation(project.id, () => false, now))) await sleep(200);
  }
}

export const projectCommands: Command[] = [
  {
    name: "project create",
    summary: "Create a project with its token, a domain for its links and a server key",
    options: {
      name: { value: "N", required: true, help: "What it is called" },
      "time-zone": { value: "Z", help: "Such as Europe/Berlin; UTC unless given" },
      currency: { value: "C", help: "Such as EUR; USD unless given" },
      domain: { value: "D", help: "The host of its links; <slug>.localhost unless given" },
      platforms: { value: "LIST", help: "IOS,ANDROID unless given" },
      account: {
        value: "A",
        help: "Id or name of the account, made if there is none of that name; the first unless given",
      },
    },
    async run(given) {
      const input = checked(projectInput, {
        name: given.text("name"),
        time_zone: given.text("time-zone"),
        currency: given.text("currency"),
        domain: given.text("domain"),
        platforms: given.text("platforms")?.toUpperCase().split(","),
        server_key_name: "Command line",
      });
      const made = await createProject(
        await accountNamed(given.text("account") ?? null),
        input,
        commandLine,
        { ...at(), byOperator: true },
      );
      return {
        project_id: made.id,
        slug: made.slug,
        token: made.token,
        server_key: made.serverKey,
        domain: made.host,
      };
    },
  },
  {
    name: "project list",
    summary: "All projects, with what their links and figures go by",
    options: {},
    async run() {
      const rows = await listProjects();
      return {
        projects: rows.map(({ platforms, created_at, ...row }) => ({
          ...row,
          platforms: platforms.join(","),
          created_at: created_at.toISOString(),
        })),
      };
    },
  },
  {
    name: "project set",
    summary: "Change a project; a new time zone or currency counts all its figures anew, which is waited for",
    options: {
      ...projectOption,
      name: { value: "N", help: "What it is called" },
      "time-zone": { value: "Z", help: "By whose days is counted, such as Europe/Berlin" },
      currency: { value: "C", help: "What figures are in, such as EUR" },
      amounts: {
        value: "convert|keep",
        help: "With another currency: convert by the rates of the days (unless given), or keep the numbers, which were in it all along",
      },
      platforms: { value: "LIST", help: "IOS,ANDROID, or one of them" },
      website: { value: "URL", help: "Where visitors without an app are sent; empty for nowhere" },
    },
    async run(given) {
      const project = await projectNamed(given);
      const changes = checked(projectChanges, {
        name: given.text("name"),
        time_zone: given.text("time-zone"),
        currency: given.text("currency"),
        amounts: given.text("amounts"),
        platforms: given.text("platforms")?.toUpperCase().split(","),
        website: given.text("website"),
      });
      await changeProject(project, changes, commandLine, now());
      const { id, slug, name, platforms, time_zone, currency, website } = await countedAnew(project);
      return { project_id: id, slug, name, platforms: platforms.join(","), time_zone, currency, website };
    },
  },
  {
    name: "project suspend",
    summary: "Answer reporting with 402 until the project is resumed",
    options: { ...projectOption, "payment-link": { value: "URL", help: "Where to pay; told in the answer" } },
    run: (given) => bill(given, true),
  },
  {
    name: "project resume",
    summary: "Answer reporting again",
    options: { ...projectOption, "payment-link": { value: "URL", help: "Where to pay the next time" } },
    run: (given) => bill(given, false),
  },
  {
    name: "project archive",
    summary: "Take a project out of the lists of the dashboard; everything is answered and counted as before",
    options: projectOption,
    run: (given) => putAway(given, true),
  },
  {
    name: "project unarchive",
    summary: "Bring an archived project back into the lists",
    options: projectOption,
    run: (given) => putAway(given, false),
  },
  {
    name: "project delete",
    summary: "Delete a project; for 7 days it can be restored, then all of its data is removed",
    options: {
      ...projectOption,
      confirm: { value: "NAME", required: true, help: "Its name, as project list has it" },
    },
    async run(given) {
      const project = await projectNamed(given);
      const done = await deleteProject(project, given.text("confirm") ?? "", commandLine, now());
      return { project_id: project.id, ...done };
    },
  },
  {
    name: "project deleted",
    summary: "Deleted projects, and how far the removal of their data is",
    options: {},
    async run() {
      const rows = await findDeleted(null);
      return {
        projects: rows.map((row) => {
          const { removal, ...shown } = present(row);
          return { ...shown, slug: row.slug, removed: removal ? `${Math.floor(removal.done * 100)}%` : "no" };
        }),
      };
    },
  },
  {
    name: "project restore",
    summary: "Restore a deleted project, as long as the removal of its data has not begun",
    options: projectOption,
    async run(given) {
      const named = given.text("project") ?? "";
      const found = (await findDeleted(null)).find(({ id, slug }) => String(id) === named || slug === named);
      if (!found) throw new Refusal(404, `There is no deleted project "${named}".`);
      const { id, name } = await restoreProject(found.account_id, found.id, commandLine);
      return { project_id: id, name };
    },
  },
  {
    name: "store-listing create",
    summary: "Add a page of the App Store or of Google Play",
    options: {
      ...projectOption,
      name: { value: "N", required: true, help: "What it is called" },
      platform: { value: "IOS|ANDROID", help: "Of which store it is; read from the address unless given" },
      url: { value: "U", required: true, help: "The address of the page" },
    },
    async run(given) {
      const project = await projectNamed(given);
      const { name, url: page } = checked(listingInput, { name: given.text("name"), url: given.text("url") });
      const platform = given.text("platform")?.toUpperCase() ?? page.platform;
      if (platform !== page.platform) {
        throw new Refusal(400, `--platform: the address is one of ${page.platform}, not of ${platform}.`);
      }
      const listing = await createListing(project, { name, page }, commandLine, {
        id: newListingId(),
        now: now(),
      });
      const { store_listing_id, app_id, url } = listing.store_listing;
      return { store_listing_id, platform, app_id, url };
    },
  },
];
