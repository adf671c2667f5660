/** The OpenAPI document for `/docs`: parts, groups, and calls with fields, responses and examples. Pure. */

import { env } from "@/lib/base/env";
import type { CodeSample, RefusalRow, RequestField } from "@/lib/reference/content/blocks";
import responses from "@/lib/reference/content/responses.json" with { type: "json" };
import { codeSamplesOf, type ResponseKind, type SampleCredential } from "@/lib/reference/content/samples";
import { kindText, type Schema, typeText } from "@/lib/reference/content/type-text";

/** Answers with many lines have another type. */
type Content = { "application/json"?: { schema: Schema; example?: unknown } };
type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
};
type OpenOperation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  "x-example-query"?: Record<string, string>;
  "x-example-headers"?: Record<string, string>;
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
export type OpenDocument = {
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  "x-tagGroups": { name: string; tags: string[] }[];
  paths: Record<string, Record<string, OpenOperation>>;
};

export type Operation = {
  /** `post/api/client/init`, as in links into the reference. */
  id: string;
  method: string;
  alsoMethods: string[];
  path: string;
  summary: string;
  description: string;
  sent: { place: "Path" | "Query" | "Body"; fields: RequestField[] }[];
  samples: CodeSample[];
  /** `example` is the body of a real response, recorded by a test. */
  answers: { status: string; text: string; type: string | null; example: unknown }[];
  /** Errors in addition to the shared ones of the call's part. */
  refusals: RefusalRow[];
};

export type ReferenceOperations = { id: string; name: string; description: string; operations: Operation[] };
export type ReferencePart = {
  id: string;
  name: string;
  groups: ReferenceOperations[];
  /** The errors that all calls of the part share, and the headers that each accepts. */
  shared: RefusalRow[];
  headers: RequestField[];
};

const credentials = (): Record<string, SampleCredential> => ({
  serverKey: { header: env.SERVER_KEY_HEADERS[0]!, variable: "CAIRN_SERVER_KEY", prefix: "" },
  cronSecret: { header: "authorization", variable: "CRON_SECRET", prefix: "Bearer " },
  metricsToken: { header: "authorization", variable: "METRICS_TOKEN", prefix: "Bearer " },
});

const operationId = (method: string, path: string) => `${method.toLowerCase()}${path}`;
const idOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");

export function readReference(document: OpenDocument): ReferencePart[] {
  const base = document.servers[0]!.url;
  const all = Object.entries(document.paths).flatMap(([path, methods]) => perCall(path, methods));
  return document["x-tagGroups"].map(({ name, tags }) => {
    const calls = all.filter(({ open }) => tags.includes(open.tags[0]!));
    const shared = sharedBy(calls.map(({ open }) => refusalsOf(open)));
    return {
      id: idOf(name),
      name,
      shared,
      headers: calls[0] ? parametersOf(calls[0].open, "header") : [],
      groups: tags.map((tag) => ({
        id: idOf(tag),
        name: tag,
        description: document.tags.find((each) => each.name === tag)!.description,
        operations: calls
          .filter(({ open }) => open.tags[0] === tag)
          .map((call) => operationOf(base, call, shared)),
      })),
    };
  });
}

type CallOf = { path: string; methods: string[]; open: OpenOperation };

/** Equivalent methods of a path are one call. */
function perCall(path: string, methods: Record<string, OpenOperation>): CallOf[] {
  const calls: CallOf[] = [];
  const bare = ({ operationId: _, ...rest }: OpenOperation) => JSON.stringify(rest);
  for (const [method, open] of Object.entries(methods)) {
    const same = calls.find((call) => bare(call.open) === bare(open));
    if (same) same.methods.push(method.toUpperCase());
    else calls.push({ path, methods: [method.toUpperCase()], open });
  }
  return calls;
}

function operationOf(base: string, { path, methods, open }: CallOf, shared: RefusalRow[]): Operation {
  const method = methods.includes("POST") ? "POST" : methods[0]!;
  const content = open.requestBody?.content["application/json"];
  const sent = [
    { place: "Path" as const, fields: parametersOf(open, "path") },
    { place: "Query" as const, fields: parametersOf(open, "query") },
    { place: "Body" as const, fields: content ? requestFieldsOf(content.schema) : [] },
  ];
  const scheme = open.security.flatMap((each) => Object.keys(each)).at(0);
  const call = {
    method,
    url: exampleUrl(base, path, open),
    credential: scheme ? credentials()[scheme]! : null,
    headers: open["x-example-headers"] ?? {},
    body: content?.example,
  };
  return {
    id: operationId(method, path),
    method,
    alsoMethods: methods.filter((each) => each !== method),
    path,
    summary: open.summary,
    description: open.description ?? "",
    sent: sent.filter(({ fields }) => fields.length > 0),
    samples: codeSamplesOf(call, responseKind(open), path.startsWith("/api/client/")),
    answers: Object.entries(open.responses)
      .filter(([status]) => isSuccess(status))
      .map(([status, { description, content: answer }]) => ({
        status,
        text: description,
        type: answer?.["application/json"] ? typeText(answer["application/json"].schema) : null,
        example: exampleOf(operationId(method, path), status),
      })),
    refusals: without(refusalsOf(open), shared),
  };
}

function exampleOf(id: string, status: string): unknown {
  const response = (responses as Record<string, { status: number; body: unknown }>)[id];
  return String(response?.status) === status ? response?.body : null;
}

const parametersOf = ({ parameters = [] }: OpenOperation, location: Parameter["in"]): RequestField[] =>
  parameters
    .filter((each) => each.in === location)
    .map(({ name, required, description = "", schema }) =>
      fieldOf(name, { ...schema, description }, required),
    );

const isSuccess = (status: string) => status < "300";

function responseKind({ responses }: OpenOperation): ResponseKind {
  const [status, first] = Object.entries(responses).find(([each]) => isSuccess(each))!;
  const schema = first.content?.["application/json"]?.schema;
  if (schema) return schema.properties?.msg ? "envelope" : "json";
  return status === "204" ? "nothing" : "text";
}

function exampleUrl(base: string, path: string, open: OpenOperation): string {
  const filled = path.replace(/\{([a-z_]+)\}/g, (_all, name: string) => {
    const { example } = open.parameters!.find((each) => each.in === "path" && each.name === name)!;
    if (example === undefined) throw new Error(`${path} has no example of its ${name}.`);
    return encodeURIComponent(String(example));
  });
  const query = new URLSearchParams(open["x-example-query"]).toString();
  return `${base}${filled}${query ? `?${query}` : ""}`;
}

export const requestFieldsOf = ({ properties = {}, required = [] }: Schema): RequestField[] =>
  Object.entries(properties).map(([name, schema]) => fieldOf(name, schema, required.includes(name)));

function fieldOf(name: string, schema: Schema, isRequired: boolean): RequestField {
  const some = (schema.anyOf ?? [schema]).flatMap((each) => each.enum ?? []);
  return {
    name,
    kind: kindText(schema),
    isRequired,
    description: schema.description ?? "",
    choices: some.map(String),
    fallback: schema.default === undefined ? null : String(schema.default),
    fields: requestFieldsOf(schema.items ?? schema),
  };
}

/** The messages of each error, or its description. */
function refusalsOf({ responses }: OpenOperation): RefusalRow[] {
  return Object.entries(responses)
    .filter(([status]) => !isSuccess(status))
    .map(([status, { description, content }]) => {
      const msg = content?.["application/json"]?.schema.properties?.msg as
        | { examples?: string[] }
        | undefined;
      return { status, sentences: msg?.examples ?? [description] };
    });
}

/** The errors that all calls of a part share, which are listed once. */
function sharedBy([first = [], ...others]: RefusalRow[][]): RefusalRow[] {
  const has = (refusals: RefusalRow[], status: string, sentence: string) =>
    refusals.some((each) => each.status === status && each.sentences.includes(sentence));
  return listed(first, (status, sentence) => others.every((each) => has(each, status, sentence)));
}

const without = (refusals: RefusalRow[], shared: RefusalRow[]) =>
  listed(
    refusals,
    (status, sentence) => !shared.some((each) => each.status === status && each.sentences.includes(sentence)),
  );

const listed = (refusals: RefusalRow[], keep: (status: string, sentence: string) => boolean) =>
  refusals
    .map(({ status, sentences }) => ({ status, sentences: sentences.filter((each) => keep(status, each)) }))
    .filter(({ sentences }) => sentences.length > 0);
