import { setTimeout as sleep } from "node:timers/promises";
import { type AdminCommand, checkOptions, type GivenOptions } from "@/bin/admin/cli/command";
import { projectNamed, projectOption } from "@/bin/admin/cli/project-option";
import { listProjects } from "@/bin/admin/cli/queries";
import { now } from "@/db/clock";
import type { Project } from "@/lib/accounts/access/project";
import { commandLine } from "@/lib/accounts/audit/actor";
import { accountNamed } from "@/lib/accounts/create-member";
import { changeProject } from "@/lib/attribution/recalculation/change-project";
import { runRecalculation } from "@/lib/attribution/recalculation/run";
import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import { createListing, newListingId } from "@/lib/campaigns/store-listings/listings";
import { listingInput } from "@/lib/campaigns/store-listings/schema";
import { setArchived } from "@/lib/projects/archive";
import { setBilling } from "@/lib/projects/billing";
import { createProject } from "@/lib/projects/creation/create";
import { deleteProject, presentDeleted, restoreProject } from "@/lib/projects/deletion/delete";
import { findDeleted } from "@/lib/projects/deletion/queries";
import { billingInput, projectChanges, projectInput } from "@/lib/projects/schema";
import { showProject } from "@/lib/projects/show";

const at = () => ({ now: now(), appUrl: env.APP_URL });

async function bill(given: GivenOptions, suspended: boolean) {
  const project = await projectNamed(given);
  const { payment_link: paymentLink } = checkOptions(billingInput, {
    suspended,
    payment_link: given.text("payment-link"),
  });
  return {
    project_id: project.id,
    ...(await setBilling(project, { suspended, paymentLink }, commandLine, now())),
  };
}

async function putAway(given: GivenOptions, archived: boolean) {
  const project = await projectNamed(given);
  return { project_id: project.id, ...(await setArchived(project, archived, commandLine, now())) };
}

/** Waits until the recalculation is finished, because a running server may have started it first. */
async function recounted(project: Project) {
  for (;;) {
    const shown = await showProject(project.id, at());
    if (shown.recalculation === null) return shown;
    if (shown.recalculation.state === "FAILED")
      throw new Refusal(
        "internal_error",
        shown.recalculation.problem ?? "The figures could not be recalculated. Nothing was changed.",
      );
    if (!(await runRecalculation(project.id, () => false, now))) await sleep(200);
  }
}

export const projectCommands: AdminCommand[] = [
  {
    name: "project create",
    summary: "Create a project with an app token, a link domain and a server key",
    options: {
      name: { value: "N", required: true, help: "Name" },
      "time-zone": { value: "Z", help: "Such as Europe/Berlin (default: UTC)" },
      currency: { value: "C", help: "Such as EUR (default: USD)" },
      domain: { value: "D", help: "Domain of its links (default: <slug>.localhost)" },
      platforms: { value: "LIST", help: "IOS, ANDROID or both, comma-separated (default: both)" },
      account: {
        value: "A",
        help: "ID or name of the account, created if missing (default: the first)",
      },
    },
    async run(given) {
      const input = checkOptions(projectInput, {
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
    summary: "List all projects",
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
    summary: "Change a project; a new time zone or currency recalculates its figures, which can take time",
    options: {
      ...projectOption,
      name: { value: "N", help: "Name" },
      "time-zone": { value: "Z", help: "Time zone of its days, such as Europe/Berlin" },
      currency: { value: "C", help: "Currency of its figures, such as EUR" },
      amounts: {
        value: "convert|keep",
        help: "With a new currency: convert at each day's rate (default), or keep the numbers",
      },
      platforms: { value: "LIST", help: "IOS,ANDROID, or one of them" },
      website: { value: "URL", help: "Website for visitors without an app; empty for none" },
    },
    async run(given) {
      const project = await projectNamed(given);
      const changes = checkOptions(projectChanges, {
        name: given.text("name"),
        time_zone: given.text("time-zone"),
        currency: given.text("currency"),
        amounts: given.text("amounts"),
        platforms: given.text("platforms")?.toUpperCase().split(","),
        website: given.text("website"),
      });
      await changeProject(project, changes, commandLine, now());
      const { id, slug, name, platforms, time_zone, currency, website } = await recounted(project);
      return { project_id: id, slug, name, platforms: platforms.join(","), time_zone, currency, website };
    },
  },
  {
    name: "project suspend",
    summary: "Suspend a project: reporting returns 402",
    options: { ...projectOption, "payment-link": { value: "URL", help: "Payment link in the response" } },
    run: (given) => bill(given, true),
  },
  {
    name: "project resume",
    summary: "Resume a suspended project",
    options: {
      ...projectOption,
      "payment-link": { value: "URL", help: "Payment link to show at the next suspension" },
    },
    run: (given) => bill(given, false),
  },
  {
    name: "project archive",
    summary: "Archive a project: hide it from lists; calls and links keep working",
    options: projectOption,
    run: (given) => putAway(given, true),
  },
  {
    name: "project unarchive",
    summary: "Unarchive a project",
    options: projectOption,
    run: (given) => putAway(given, false),
  },
  {
    name: "project delete",
    summary: "Delete a project; it can be restored for 7 days",
    options: {
      ...projectOption,
      confirm: { value: "NAME", required: true, help: "Its name, from project list" },
    },
    async run(given) {
      const project = await projectNamed(given);
      const done = await deleteProject(project, given.text("confirm") ?? "", commandLine, now());
      return { project_id: project.id, ...done };
    },
  },
  {
    name: "project deleted",
    summary: "List deleted projects and the progress of their removal",
    options: {},
    async run() {
      const rows = await findDeleted(null);
      return {
        projects: rows.map((row) => {
          const { removal, ...shown } = presentDeleted(row);
          return { ...shown, slug: row.slug, removed: removal ? `${Math.floor(removal.done * 100)}%` : "no" };
        }),
      };
    },
  },
  {
    name: "project restore",
    summary: "Restore a deleted project before its removal begins",
    options: projectOption,
    async run(given) {
      const named = given.text("project") ?? "";
      const found = (await findDeleted(null)).find(({ id, slug }) => String(id) === named || slug === named);
      if (!found) throw new Refusal("not_found", `There is no deleted project "${named}".`);
      const { id, name } = await restoreProject(found.account_id, found.id, commandLine);
      return { project_id: id, name };
    },
  },
  {
    name: "store-listing create",
    summary: "Add a store listing (App Store or Google Play)",
    options: {
      ...projectOption,
      name: { value: "N", required: true, help: "Name" },
      platform: { value: "IOS|ANDROID", help: "Platform (default: from the address)" },
      url: { value: "U", required: true, help: "Address of the store page" },
    },
    async run(given) {
      const project = await projectNamed(given);
      const { name, url: page } = checkOptions(listingInput, {
        name: given.text("name"),
        url: given.text("url"),
      });
      const platform = given.text("platform")?.toUpperCase() ?? page.platform;
      if (platform !== page.platform) {
        throw new Refusal(
          "invalid_request",
          `--platform ${platform} does not match the address, which is an ${page.platform} store page.`,
        );
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
