/** The API reference's chapters by task, in reading order. A route names its group in `tag`. */
import type { ReferenceGroup } from "@/lib/platform/http/openapi";

export const referenceGroups: readonly ReferenceGroup[] = [
  {
    part: "Apps",
    name: "Start and attribution",
    description: "Register each app start, and read the campaign of the install.",
  },
  {
    part: "Apps",
    name: "Users",
    description: "Identify the user, and link the install's IDs in other services.",
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
  { part: "Servers", name: "Networks", description: "List ad networks, and add your own." },
  {
    part: "Servers",
    name: "Attribution",
    description: "Read the users of a campaign, or the attribution of one user or device.",
  },
  { part: "Servers", name: "Consent", description: "Report consent that users gave outside the app." },
  {
    part: "Servers",
    name: "Server events",
    description:
      "Report what users did and paid from your server. Both count once the app identified the user.",
  },
  {
    part: "Servers",
    name: "Ad revenue callbacks",
    description: "Receive ad revenue from mediations that call a URL for each impression.",
  },
  {
    part: "Servers",
    name: "Purchases",
    description:
      "Receive notifications of app stores and subscription services: renewals and refunds become payments.",
  },
  { part: "Servers", name: "Reporting", description: "Read campaign metrics, down to the keyword." },
  {
    part: "Servers",
    name: "Incrementality",
    description: "Plan pauses and starts of a network, and read what it really adds.",
  },
  {
    part: "Servers",
    name: "Spend",
    description: "Import ad costs and exchange rates.",
  },
  {
    part: "Servers",
    name: "Deliveries",
    description: "Read the deliveries to networks, affiliates and webhooks, and why some were not sent.",
  },
  {
    part: "Servers",
    name: "Audiences",
    description: "Keep lists of people at ad networks and on your server up to date.",
  },
  {
    part: "Servers",
    name: "Raw data",
    description: "Copy every row and every later change into a warehouse.",
  },
  {
    part: "Operation",
    name: "Health and maintenance",
    description: "Probes, metrics and background work, for the server's operator.",
  },
];
