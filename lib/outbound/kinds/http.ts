/** A call to any URL, with a body that the customer defines. */
import { z } from "zod";
import {
  expandAddress,
  expandJson,
  identifiersIn,
  type MacroValue,
  macroFiller,
  unknownMacros,
} from "@/lib/outbound/kinds/postbacks/macros";
import { addressTemplate } from "@/lib/outbound/kinds/postbacks/template";
import { withOwnMacrosInJson } from "@/lib/outbound/kinds/postbacks/vendor-macros";
import { factEvents, hasNoUser } from "@/lib/outbound/mapping/fact";
import {
  type DestinationConfig,
  defineKind,
  type OutboundRow,
  type OutgoingRequest,
  type Rendering,
  verdictOfStatus,
} from "@/lib/outbound/mapping/kind";
import { renderedPayload, suggestedRule, unsupportedHere } from "@/lib/outbound/mapping/payload";

const json = (template: string): boolean => {
  // Zero is valid JSON inside quotes and outside, so it can replace any macro.
  const sample = template.replaceAll(/\{[A-Za-z0-9_]+\}/g, "0");
  try {
    JSON.parse(sample);
    return true;
  } catch {
    return false;
  }
};

const body = z
  .string({ error: "Body must be text." })
  .trim()
  .max(20_000, "Body must be at most 20000 characters long.")
  .transform(withOwnMacrosInJson)
  .superRefine((template, context) => {
    const unknown = unknownMacros(template).map((name) => `{${name}}`);
    const complain = (message: string) => context.addIssue({ code: "custom", message });
    if (unknown.length > 0)
      complain(`Unknown ${unknown.length === 1 ? "macro" : "macros"}: ${unknown.join(", ")}.`);
    else if (template !== "" && !json(template))
      complain("The body must be valid JSON after its macros are replaced.");
  })
  .nullish()
  .transform((template) => template || null);

/** Headers that the sender sets, or that control how a call is framed. */
const reserved = [
  "host",
  "content-length",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "te",
  "upgrade",
  "trailer",
  "expect",
];

const headerLines = z
  .string({ error: "Headers must be text." })
  .max(8_000, "Headers must be at most 8000 characters long.")
  .superRefine((text, context) => {
    for (const row of linesOf(text)) {
      const name = nameIn(row);
      if (name === null)
        context.addIssue({
          code: "custom",
          message: "Enter one header per line, as Name: value.",
        });
      else if (reserved.includes(name))
        context.addIssue({ code: "custom", message: `Remove the header ${name}: Cairn sets it.` });
    }
  })
  .nullish()
  .transform((text) => text?.trim() || null);

const linesOf = (text: string) => text.split(/\r?\n/).filter((row) => row.trim() !== "");
const lineForm = /^\s*([!#$%&'*+\-.^_`|~0-9A-Za-z]+)\s*:\s*([\t\x20-\x7e]*[\x21-\x7e])\s*$/;
const nameIn = (row: string) => lineForm.exec(row)?.[1]?.toLowerCase() ?? null;

const headersOf = (text: string | null): Record<string, string> =>
  Object.fromEntries(
    linesOf(text ?? "").flatMap((row) => {
      const [, name, value] = lineForm.exec(row) ?? [];
      return name && value ? [[name.toLowerCase(), value]] : [];
    }),
  );

const settings = z.object({
  method: z.enum(["POST", "GET"], { error: "Choose POST or GET." }).default("POST"),
  url: addressTemplate("Address"),
  body,
  headers: headerLines,
});
const secrets = z.object({ secret_headers: headerLines });
type Settings = z.output<typeof settings>;
type Secrets = z.output<typeof secrets>;

type Call = { method: "GET" | "POST"; url: string; body?: unknown };

/** Null if a value makes the body invalid JSON. */
function callOf({ method, url, body }: Settings, fill: MacroValue): Call | null {
  const call = { method, url: expandAddress(url, fill) };
  if (method === "GET" || body === null) return call;
  const content = parsed(expandJson(body, fill));
  return content === undefined ? null : { ...call, body: content };
}

function render(rendering: Rendering<Settings>) {
  const { method, url, body } = rendering.settings;
  const call = callOf(rendering.settings, macroFiller(rendering, `${url} ${body ?? ""}`));
  if (call === null) return unsupportedHere("The body is not valid JSON after its macros are replaced.");
  return renderedPayload(call, identifiersIn(`${url} ${method === "GET" ? "" : (body ?? "")}`, rendering));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function request(
  [row]: OutboundRow[],
  { settings, secrets }: DestinationConfig<Settings, Secrets>,
): OutgoingRequest {
  const { method, url, body } = (row?.payload ?? {}) as Call;
  const hasBody = method === "POST" && body !== undefined;
  return {
    method,
    url,
    headers: {
      ...(hasBody ? { "content-type": "application/json" } : {}),
      ...headersOf(settings.headers),
      ...headersOf(secrets.secret_headers),
    },
    body: hasBody ? JSON.stringify(body) : null,
  };
}

export const http = defineKind<Settings, Secrets>({
  code: "http",
  label: "Custom HTTP",
  group: "webhook",
  about: "Calls any URL with your own parameters and body.",
  network: null,
  base: "",
  settings,
  secrets,
  fields: [
    { name: "method", label: "Method", options: ["POST", "GET"] },
    {
      name: "url",
      label: "Address",
      hint: "Cairn replaces macros such as {event_name} or {install_id}.",
    },
    {
      name: "body",
      label: "Body",
      hint: 'JSON with macros, such as {"name": "{event_name}", "amount": {revenue}}. Not sent with GET.',
      options: "text",
      optional: true,
    },
    {
      name: "headers",
      label: "Headers",
      hint: "One per line, as Name: value.",
      options: "text",
      optional: true,
    },
    {
      name: "secret_headers",
      label: "Secret headers",
      hint: "Such as Authorization: Bearer …. Stored encrypted, and never shown again.",
      secret: true,
      options: "text",
      optional: true,
    },
  ],
  // Its macros describe installs and their events; alerts, reports and ad accounts have none.
  accepts: factEvents.filter((kind) => !hasNoUser(kind)),
  suggested: [
    suggestedRule("install", "install", { value: { from: "none" } }),
    suggestedRule("signup", "signup", { value: { from: "none" } }),
    suggestedRule("event", "{name}"),
    suggestedRule("payment", "payment"),
    suggestedRule("refund", "refund"),
  ],
  knownEvents: [],
  maxRows: 1,
  maxAgeDays: null,
  // Sent for the customer's own use; device IDs are left out if they are not allowed.
  needsUserData: false,
  needsPersonalization: false,
  needsTracking: false,
  needsNoOptOut: false,
  render,
  request,
  check: (rows, destination) => {
    const call = callOf(destination.settings, (name) => (name.startsWith("event_") ? "test" : ""));
    return request(
      rows.map((row) => ({ ...row, payload: { ...call } })),
      destination,
    );
  },
  read: (answer) => verdictOfStatus(answer),
});
