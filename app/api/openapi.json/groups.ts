/** The API reference's chapters by task, in reading order. A route names its group in `tag`. */
import type { ReferenceGroup } from "@/lib/platform/http/openapi";

export const groups: readonly ReferenceGroup[] = [
  {
    part: "Apps",
    name: "Start and attribution",
    description: "Register each app start, and ask which campaign brought the install.",
  },
  {
    part: "Apps",
    name: "Users",
    description: "Say who the user is, and what other services call the same install.",
  },
  {
    part: "Apps",
    name: "Events and payments",
    description: "Track what users do and pay. Both count once the user is identified with `trigger`.",
  },
  { part: "Apps", name: "Batches", description: "Send queued calls together." },
  {
    part: "Websites",
    name: "Websites",
    description: "Report what visitors of your website do before they install.",
  },
  {
    part: "Servers",
    name: "Campaigns",
    description: "List, create, edit and delete campaigns and their tracking links.",
  },
  {
    part: "Servers",
    name: "Attribution",
    description: "Read the users of a campaign, or where one user or device came from.",
  },
  { part: "Servers", name: "Consent", description: "Report what users answered outside the app." },
  {
    part: "Servers",
    name: "Server events",
    description:
      "Report what users did and paid from your server. Both count once the app identified the user.",
  },
  { part: "Servers", name: "Reporting", description: "Read the figures of campaigns, down to the keyword." },
  {
    part: "Servers",
    name: "Spend",
    description: "Import what ads cost, and the exchange rates to count it by.",
  },
  {
    part: "Servers",
    name: "Deliveries",
    description: "Read what networks, affiliates and webhooks were told, and why something was not sent.",
  },
  {
    part: "Operation",
    name: "Health and maintenance",
    description: "Probes, metrics and background work, for whoever runs this server.",
  },
];
