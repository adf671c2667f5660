import { z } from "zod";
import { env } from "@/lib/base/env";
import type { Endpoint } from "@/lib/platform/http/endpoint";
import { ndjsonType } from "@/lib/platform/http/reply";
import type { DeclaredAnswer, Route } from "@/lib/platform/http/route";

type Json = Record<string, unknown>;

/** A chapter of the reference: routes name it in `tag`. */
export type ReferenceGroup = { part: string; name: string; description: string };

/** The API reference, generated from the same declarations that answer the calls. */
export function openApiDocument(
  endpoints: Endpoint[],
  info: { title: string; version: string; description: string; license?: object },
  groups: readonly ReferenceGroup[],
  /** The address of this server. */
  url?: string,
): Json {
  const paths: Record<string, Json> = {};
  for (const { path, routes } of endpoints) {
    const operations: Json = {};
    for (const [method, route] of documentedRoutes(routes))
      operations[method.toLowerCase()] = operation(method, path, route);
    paths[referencePath(path)] = operations;
  }
  return {
    openapi: "3.1.0",
    info,
    ...(url ? { servers: [{ url, description: "This server" }] } : {}),
    tags: groups.map(({ name, description }) => ({ name, description })),
    "x-tagGroups": partsOf(groups),
    paths,
    components: {
      securitySchemes: {
        serverKey: {
          type: "apiKey",
          in: "header",
          name: env.SERVER_KEY_HEADERS[0],
          description:
            "A server key of the project, from its settings. Never put it into an app or a web page.",
        },
        siteToken: {
          type: "apiKey",
          in: "query",
          name: "token",
          description: "The project's site token. It is public.",
        },
        cronSecret: { type: "http", scheme: "bearer", description: "The server's CRON_SECRET." },
        metricsToken: {
          type: "http",
          scheme: "bearer",
          description:
            "The server's METRICS_TOKEN. Without it, only programs on the same machine can read metrics.",
        },
      },
    },
  };
}

/** The groups of each part, as renderers of the document look for them. */
function partsOf(groups: readonly ReferenceGroup[]) {
  const parts = [...new Set(groups.map(({ part }) => part))];
  return parts.map((name) => ({
    name,
    tags: groups.filter(({ part }) => part === name).map((group) => group.name),
  }));
}

/**
 * The documented endpoints. HEAD adds no information to GET, and endpoints that always refuse are useless to readers.
 */
export const documentedRoutes = (routes: Endpoint["routes"]): [method: string, route: Route][] =>
  Object.entries(routes).filter(([method, route]) => method !== "HEAD" && !route.declaration.unlisted);

export const referencePath = (path: string) => path.replace(/:([a-z_]+)/g, "{$1}");

function operation(method: string, path: string, route: Route): Json {
  const { kind, declaration } = route;
  const parameters = [
    ...parametersOf(declaration.params, "path"),
    ...parametersOf(declaration.query, "query"),
    ...Object.entries(kind.headers ?? {}).map(([name, description]) => ({
      name,
      in: "header",
      required: false,
      description,
      schema: { type: "string" },
    })),
  ];
  const security =
    {
      serverKey: [{ serverKey: [] }],
      siteToken: [{ siteToken: [] }],
      cron: [{ cronSecret: [] }],
      metrics: [{}, { metricsToken: [] }],
    }[kind.security as string] ?? [];
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^a-z0-9]+(.)?/gi, (_all, next: string | undefined) => (next ?? "").toUpperCase())}`,
    summary: declaration.summary,
    ...(declaration.description ? { description: declaration.description } : {}),
    tags: [declaration.tag],
    security,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(declaration.exampleQuery ? { "x-example-query": declaration.exampleQuery } : {}),
    ...(kind.exampleHeaders ? { "x-example-headers": kind.exampleHeaders } : {}),
    ...(declaration.body
      ? {
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: schemaOf(declaration.body, "input"),
                ...(declaration.example ? { example: declaration.example } : {}),
              },
            },
          },
        }
      : {}),
    responses: responsesOf(route),
  };
}

function parametersOf(schema: z.ZodType | undefined, location: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, example, ...rest }]) => ({
    name,
    in: location,
    required: location === "path" || required.includes(name),
    ...(description ? { description } : {}),
    ...(example === undefined ? {} : { example }),
    schema: rest,
  }));
}

function responsesOf({ kind, declaration }: Route): Json {
  const answers: Record<number, DeclaredAnswer> = {};
  for (const [status, msg] of Object.entries(kind.answers))
    answers[Number(status)] = { msg: msg.split(" / ") };
  for (const [status, answer] of Object.entries(declaration.answers)) {
    const before = answers[Number(status)];
    answers[Number(status)] = before
      ? { ...answer, msg: [...listOf(before.msg), ...listOf(answer.msg)] }
      : answer;
  }
  // Any route with input can reject it.
  if (declaration.query || declaration.body)
    answers[400] ??= { description: "A value is missing or not valid." };
  answers[500] ??= { msg: "Internal server error" };
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [
      status,
      response(Number(status), answer, { kind, declaration }),
    ]),
  );
}

const codeHeader = {
  "Cairn-Error": {
    description: "The code of the error, listed at /docs/errors.",
    schema: { type: "string" },
  },
};

function response(
  status: number,
  answer: DeclaredAnswer,
  { kind, declaration }: Pick<Route, "kind" | "declaration">,
): Json {
  const sentences = listOf(answer.msg);
  const description = answer.description ?? (sentences.join(" · ") || (status < 300 ? "Done." : "Refused."));
  const isRefusal = status >= 400;
  const headers = Object.entries(answer.headers ?? {}).map(([name, meaning]) => [
    name,
    { description: meaning, schema: { type: "string" } },
  ]);
  if (answer.lines)
    return {
      description,
      headers: Object.fromEntries(headers),
      content: { [ndjsonType]: { schema: schemaOf(answer.lines, "output") } },
    };
  if (status === 204 || (!isRefusal && !answer.body && !answer.data && sentences.length === 0))
    return { description };
  const errors = {
    type: "object",
    description: "The reason for each rejected field, by its path, such as `rows.0.amount`.",
    additionalProperties: { type: "string" },
  };
  const schema = answer.body
    ? schemaOf(answer.body, "output")
    : {
        type: "object",
        properties: {
          msg: { type: "string", ...(sentences.length > 0 ? { examples: sentences } : {}) },
          status: { const: status },
          data: answer.data
            ? schemaOf(answer.data, "output")
            : status < 300
              ? {}
              : { type: ["null", "object"] },
          ...(isRefusal && !declaration.contract
            ? { code: { type: "string", description: "The same as the header `Cairn-Error`." } }
            : {}),
          ...(status === 400 && !kind.bareRefusals ? { errors } : {}),
        },
        required: ["msg", "status", "data"],
      };
  return {
    description,
    ...(isRefusal ? { headers: codeHeader } : {}),
    content: { "application/json": { schema } },
  };
}

const listOf = (msg: string | string[] | undefined) =>
  msg === undefined ? [] : Array.isArray(msg) ? msg : [msg];

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return plain(rest) as Json;
}

/**
 * Leniently read fields accept any input and are transformed, so a schema shows neither required fields nor defaults.
 * The fields state both themselves, in `isRequired` and `usual`.
 */
function plain(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(plain);
  if (typeof part !== "object" || part === null) return part;
  const {
    properties,
    required = [],
    ...rest
  } = part as { properties?: Record<string, Json>; required?: string[] };
  const headers = Object.entries(rest).map(([name, value]) => [
    name === "usual" ? "default" : name,
    name === "example" ? value : plain(value),
  ]);
  if (!properties)
    return Object.fromEntries([...headers, ...(required.length > 0 ? [["required", required]] : [])]);
  const all = new Set(required);
  const fields = Object.entries(properties).map(([name, { isRequired, ...field }]) => {
    if (isRequired) all.add(name);
    return [name, plain(field)];
  });
  return {
    ...Object.fromEntries(headers),
    properties: Object.fromEntries(fields),
    ...(all.size > 0 ? { required: [...all] } : {}),
  };
}
