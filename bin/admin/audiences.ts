import type { AdminCommand, GivenOptions } from "@/bin/admin/cli/command";
import { idFromOption } from "@/bin/admin/cli/id-option";
import { projectNamed, projectOption } from "@/bin/admin/cli/project-option";
import { now } from "@/db/clock";
import { commandLine } from "@/lib/accounts/audit/actor";
import {
  listAudienceRuns,
  listAudiences,
  runAudienceHere,
  switchAudience,
} from "@/lib/outbound/audiences/manage/audiences";

const idOption = { id: { value: "ID", required: true, help: "ID of the audience, from audience list" } };
const idIn = (given: GivenOptions) => idFromOption(given, "Not found.");

const turn = (isOn: boolean) => async (given: GivenOptions) => {
  const project = await projectNamed(given);
  const { audience } = await switchAudience(project, idIn(given), isOn, commandLine, now());
  return { id: audience.id, on: audience.on, next_at: audience.next_at };
};

export const audienceCommands: AdminCommand[] = [
  {
    name: "audience list",
    summary: "List audiences with their last runs",
    options: projectOption,
    run: async (given) => listAudiences(await projectNamed(given), now()),
  },
  {
    name: "audience runs",
    summary: "List the newest runs of an audience",
    options: { ...projectOption, ...idOption },
    run: async (given) => ({
      runs: (await listAudienceRuns(await projectNamed(given), idIn(given), now())).runs,
    }),
  },
  {
    name: "audience run",
    summary: "Send the changes of an audience now, and show the run",
    options: { ...projectOption, ...idOption },
    run: async (given) => runAudienceHere(await projectNamed(given), idIn(given), commandLine, now),
  },
  {
    name: "audience pause",
    summary: "Add no one to an audience until it is resumed; people who no longer match are still removed",
    options: { ...projectOption, ...idOption },
    run: turn(false),
  },
  {
    name: "audience resume",
    summary: "Add people to a paused audience again, with its next run",
    options: { ...projectOption, ...idOption },
    run: turn(true),
  },
];
