import { readFileSync } from "node:fs";
import { type AdminCommand, checkOptions, type GivenOptions } from "@/bin/admin/cli/command";
import { confirmIrreversible, yesOption } from "@/bin/admin/cli/confirm";
import { idFromOption } from "@/bin/admin/cli/id-option";
import { projectNamed, projectOption } from "@/bin/admin/cli/project-option";
import { now } from "@/db/clock";
import { commandLine } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { deliveriesList, replayDeliveries, showDelivery } from "@/lib/outbound/deliveries/deliveries";
import { deliveryReplayInput, deliverySchema } from "@/lib/outbound/deliveries/schema";
import {
  createDestination,
  dropDestination,
  listDestinations,
  pauseDestinationByMember,
  resumeDestination,
} from "@/lib/outbound/destinations/destinations";
import { destinationInput } from "@/lib/outbound/destinations/schema";
import { rulesNamed } from "@/lib/outbound/kinds/webhook/events";

const idOption = {
  id: { value: "ID", required: true, help: "ID of the destination, from destination list" },
};
const idIn = (given: GivenOptions) => idFromOption(given, "Not found.");

function jsonIn(text: string | undefined): Record<string, unknown> {
  if (!text) return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new Refusal("invalid_request", 'Settings and secrets must be JSON, such as {"dataset_id":"123"}.');
  }
}

const fileOf = (path: string | undefined) =>
  path ? readFileSync(path === "-" ? 0 : path, "utf8") : undefined;

const list = (text: string | undefined) =>
  text
    ?.split(",")
    .map((each) => each.trim())
    .filter(Boolean);

export const destinationCommands: AdminCommand[] = [
  {
    name: "destination create",
    summary: "Add a destination; a webhook's secret is shown once",
    options: {
      ...projectOption,
      kind: { value: "K", required: true, help: "webhook, or a network such as meta" },
      name: { value: "N", help: "Name in the dashboard (default: the kind)" },
      url: { value: "URL", help: "The address of a webhook" },
      events: {
        value: "T,T",
        help: "Types for a webhook (default: all but organic installs)",
      },
      settings: { value: "JSON", help: "Settings of the kind" },
      "secrets-file": { value: "FILE", help: "Credentials as JSON, or - for standard input" },
      live: { help: "Start sending (default: a dry run that sends nothing)" },
    },
    async run(given) {
      const project = await projectNamed(given);
      const kind = given.text("kind") ?? "";
      const url = given.text("url");
      const events = list(given.text("events"));
      if (events && kind !== "webhook")
        throw new Refusal("invalid_request", "--events is only for webhooks.");
      const input = checkOptions(destinationInput, {
        kind,
        name: given.text("name") ?? kind,
        mode: given.is("live") ? "live" : "dry_run",
        settings: { ...jsonIn(given.text("settings")), ...(url ? { url } : {}) },
        secrets: jsonIn(fileOf(given.text("secrets-file"))),
        ...(events ? { rules: rulesNamed(events) } : {}),
      });
      const { destination, secret } = await createDestination(project, input, commandLine, now());
      return { id: destination.id, mode: destination.mode, secret };
    },
  },
  {
    name: "destination list",
    summary: "List destinations with their results of the last seven days",
    options: projectOption,
    async run(given) {
      const { destinations } = await listDestinations(await projectNamed(given), now());
      return {
        destinations: destinations.map(({ id, kind, name, mode, pause_reason, recent }) => ({
          id,
          kind,
          name,
          mode,
          paused: pause_reason,
          ...recent,
        })),
      };
    },
  },
  {
    name: "destination pause",
    summary: "Pause a destination; its deliveries wait",
    options: { ...projectOption, ...idOption },
    async run(given) {
      const { destination } = await pauseDestinationByMember(
        await projectNamed(given),
        idIn(given),
        commandLine,
        now(),
      );
      return { id: destination.id, paused: destination.pause_reason };
    },
  },
  {
    name: "destination resume",
    summary: "Resume a destination and send waiting deliveries",
    options: { ...projectOption, ...idOption },
    async run(given) {
      const { destination } = await resumeDestination(
        await projectNamed(given),
        idIn(given),
        commandLine,
        now(),
      );
      return { id: destination.id, paused: null };
    },
  },
  {
    name: "destination delete",
    summary: "Remove a destination; waiting deliveries are skipped",
    options: { ...projectOption, ...idOption, ...yesOption },
    async run(given) {
      const project = await projectNamed(given);
      await confirmIrreversible("Waiting deliveries of this destination will not be sent.", given);
      return dropDestination(project, idIn(given), commandLine, now());
    },
  },
  {
    name: "deliveries list",
    summary: "List deliveries, newest first",
    options: {
      ...projectOption,
      destination: { value: "ID", help: "Only deliveries to this destination" },
      state: { value: "S", help: "waiting, queued, sent, dry, skipped, withheld or dead" },
      answer: {
        value: "A",
        help: "Result that the network reported later: pending, accepted, partly_refused, refused or unknown",
      },
      limit: { value: "N", help: "Maximum number of deliveries, up to 200 (default: 50)" },
    },
    async run(given) {
      const query = checkOptions(deliverySchema.query, {
        destination: given.text("destination"),
        state: given.text("state"),
        answer: given.text("answer"),
        limit: given.text("limit"),
      });
      const page = await deliveriesList.page(await projectNamed(given), query);
      return {
        deliveries: page.deliveries.map(
          ({ id, created_at, destination, fact, sent_as, state, reason, tries, network_answer }) => ({
            id,
            created_at,
            destination,
            fact,
            sent_as,
            state,
            reason,
            tries,
            network_answer,
          }),
        ),
      };
    },
  },
  {
    name: "deliveries show",
    summary: "Show a delivery's payload, reason and responses",
    options: { ...projectOption, id: { value: "ID", required: true, help: "ID of the delivery" } },
    async run(given) {
      return showDelivery(await projectNamed(given), given.text("id") ?? "", false);
    },
  },
  {
    name: "deliveries replay",
    summary: "Send failed, skipped or withheld deliveries again; receivers recognize repeats by ID",
    options: {
      ...projectOption,
      id: { value: "ID", help: "One delivery (or use --destination)" },
      destination: { value: "ID", help: "Deliveries to this destination, up to 10,000 at a time" },
      state: { value: "S,S", help: "dead, skipped, withheld, dry or sent (default: all but sent)" },
      start: { value: "TIME", help: "Started at or after, such as 2030-01-31T00:00:00Z" },
      end: { value: "TIME", help: "Started at or before" },
    },
    async run(given) {
      const [id, destination] = [given.text("id"), given.text("destination")];
      const input = checkOptions(deliveryReplayInput, {
        ...(id ? { ids: [id] } : {}),
        ...(destination ? { destination: Number(destination) } : {}),
        states: list(given.text("state")),
        start: given.text("start"),
        end: given.text("end"),
      });
      return replayDeliveries(await projectNamed(given), input, commandLine, now());
    },
  },
];
