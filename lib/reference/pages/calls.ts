/** The pages of the endpoints, one per group of the OpenAPI document. */
import {
  type Block,
  type PageSection,
  type ReferencePage,
  tableBlock,
  textBlocks,
} from "@/lib/reference/content/blocks";
import { formattedFields } from "@/lib/reference/content/formats";
import type { Operation, ReferencePart } from "@/lib/reference/content/operations";

/** Additional search words for calls. */
const keywords: Record<string, string> = {
  "post/api/client/remove-captured-payment": "refund chargeback cancel",
  "post/api/client/init": "install open start first",
  "post/api/client/trigger": "sign-up signup login register",
  "post/api/client/capture-event": "custom event analytics track",
  "post/api/client/capture-payment": "purchase revenue subscription order in-app",
  "post/api/client/set-consent": "gdpr privacy att consent",
  "post/api/v1/consent": "gdpr privacy consent",
  "post/api/v1/events": "custom event server-side track",
  "post/api/v1/payments": "purchase revenue subscription order server-side",
  "get/api/v1/raw/{dataset}": "export etl warehouse bigquery snowflake airbyte sql csv",
  "post/api/v1/spend": "costs ad spend",
  "get/api/v1/reporting/campaigns": "report figures metrics roas retention",
  "get/api/v1/reporting/cohorts": "cohort ltv roas retention payback day age",
};

const intros: Record<string, { path: string; title: string; lead: string; more: string[] }> = {
  apps: {
    path: "/docs/apps",
    title: "Client calls",
    lead: "Calls of apps: `POST` to `/api/client`, with the project's app token in the JSON body.",
    more: [
      "The packages for Android, iOS, React Native and Flutter make these calls, keep them in a queue and repeat them. Developers → Integrate has them with your app token. Call the endpoints yourself if you write your own client.",
    ],
  },
  servers: {
    path: "/docs/servers",
    title: "Server calls",
    lead: "Calls of your servers to `/api/v1`, with a [server key](/docs/authentication#server-keys).",
    more: [],
  },
};

const pathOfGroup = (part: ReferencePart, id: string) =>
  part.id === id ? `/docs/${id}` : `/docs/${part.id}/${id}`;

export function callPages(part: ReferencePart): ReferencePage[] {
  const chapter = part.name;
  const intro = intros[part.id];
  const errors: PageSection[] =
    part.shared.length > 0
      ? [
          {
            id: `${part.id}-errors`,
            title: "Errors of every call",
            blocks: [{ kind: "errors", title: "Status and message", refusals: part.shared }],
          },
        ]
      : [];
  const groups = part.groups.map((group): ReferencePage => {
    return {
      path: pathOfGroup(part, group.id),
      title: group.name,
      chapter,
      lead: group.description,
      intro: intro
        ? textBlocks(
            `[${intro.title}](${intro.path}) has the credential and the errors that every call shares.`,
          )
        : [],
      sections: [...group.operations.map(sectionOf), ...(intro ? [] : errors)],
    };
  });
  if (!intro) return groups;
  const calls: PageSection = {
    id: `${part.id}-calls`,
    title: "Calls",
    blocks: [
      {
        kind: "table",
        head: ["Call", "Endpoint"],
        rows: part.groups.flatMap((group) =>
          group.operations.map(({ id, method, path, summary }) => ({
            cells: [`[${summary}](${pathOfGroup(part, group.id)}#${id})`, `\`${method} ${path}\``],
          })),
        ),
      },
    ],
  };
  const { path, title, lead, more } = intro;
  return [
    { path, title, chapter, lead, intro: textBlocks(...more), sections: [calls, ...errors] },
    ...(part.headers.length > 0 ? [signedCalls(part)] : []),
    ...groups,
  ];
}

const signedCalls = (part: ReferencePart): ReferencePage => ({
  path: `/docs/${part.id}/signed-calls`,
  title: "Signed calls",
  chapter: part.name,
  lead: "A project can require that apps sign their calls. The packages sign them if you give them a signing key.",
  keywords: "signature hmac signing key x-signature",
  sections: [
    {
      id: `${part.id}-headers`,
      title: "Headers",
      blocks: [
        { kind: "fields", title: "Header", fields: part.headers },
        ...textBlocks(
          "Create signing keys under Developers → Keys. A signature that is not valid gets a 401 with a [code](/docs/errors#signature_invalid) that begins with `signature_`.",
        ),
      ],
    },
    {
      id: "signing-example",
      title: "Example",
      blocks: [
        {
          kind: "tabs",
          group: "language",
          samples: [{ label: "TypeScript", code: signingSample }],
        },
      ],
    },
  ],
});

const signingSample = `import { createHash, createHmac } from "node:crypto";

export function signedHeaders(key: { id: string; secret: string }, path: string, body: string) {
  const timestamp = String(Date.now());
  const hash = createHash("sha256").update(body).digest("base64");
  const signed = [timestamp, "POST", path, hash].join("\\n");
  return {
    authorization: "HMAC",
    "x-key-id": key.id,
    "x-timestamp": timestamp,
    "x-signature": createHmac("sha256", key.secret).update(signed).digest("base64"),
    "x-signature-version": "2",
  };
}`;

function sectionOf(operation: Operation): PageSection {
  const { id, method, alsoMethods, path, summary, description, sent, samples, answers, refusals } = operation;
  return {
    id,
    title: summary,
    keywords: `${method} ${path} ${keywords[id] ?? ""}`,
    blocks: [
      { kind: "call", method, alsoMethods, path },
      ...(description ? textBlocks(description) : []),
      ...sent.map(({ place, fields }) => ({ kind: "fields" as const, title: place, fields })),
    ],
    aside: [
      { kind: "tabs", group: "language", samples },
      ...answers.flatMap(({ status, text: meaning, type, example }): Block[] => [
        { kind: "status", status, text: meaning },
        ...responseTabs(example, type),
        ...formatsOf(example),
      ]),
      ...(refusals.length > 0 ? [{ kind: "errors" as const, title: "Errors", refusals }] : []),
    ],
  };
}

function responseTabs(example: unknown, type: string | null): Block[] {
  const samples = [
    ...(example === null
      ? []
      : [
          {
            label: "Response",
            code: typeof example === "string" ? example : JSON.stringify(example, null, 2),
          },
        ]),
    ...(type ? [{ label: "Type", code: type }] : []),
  ];
  return samples.length > 0 ? [{ kind: "tabs", group: "response", samples }] : [];
}

/** The formatted figures of a response, each format with its fields. */
function formatsOf(example: unknown): Block[] {
  const formats = Map.groupBy(formattedFields(example), ({ meaning }) => meaning);
  if (formats.size === 0) return [];
  return [
    tableBlock(
      ["Format", "Meaning", "Fields"],
      [...formats].map(([meaning, fields]) => [
        `\`"${fields[0]!.example}"\``,
        meaning,
        [...new Set(fields.map(({ path }) => `\`${path.split(".").at(-1)}\``))].join(", "),
      ]),
    ),
  ];
}
