import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { GET } from "@/app/api/openapi.json/route";
import { env } from "@/lib/base/env";
import { openApiDocument } from "@/lib/platform/http/openapi";
import { referenceGroups } from "@/lib/reference/groups";

const document = openApiDocument(
  endpoints,
  { title: "Cairn", version: "1", description: "" },
  referenceGroups,
);

test("the reference is a valid OpenAPI 3.1 document", async () => {
  const result = await new Validator().validate(structuredClone(document));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
});

test("every operation has its own ID and at least one successful response", () => {
  const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap(
    Object.values,
  );
  expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
  for (const operation of operations) {
    const statuses = Object.keys(operation.responses);
    expect(
      statuses.some((status) => status < "300"),
      operation.operationId,
    ).toBe(true);
  }
});

type Operation = { operationId: string; responses: Record<string, unknown> };

test("every operation is in a group of the reference, and no group is empty", () => {
  const used = operations.flatMap(({ tags }) => tags);
  expect(new Set(used)).toEqual(new Set(referenceGroups.map(({ name }) => name)));
  expect(referenceGroups[0]!.part).toBe("Apps");
  expect(referenceGroups.at(-1)!.part).toBe("Operation");
});

test("every body has an example that the server accepts", () => {
  const accepting = endpoints
    .filter(({ path }) => /^\/api\/(v1|client)\//.test(path))
    .flatMap(({ path, routes }) => Object.values(routes).map((route) => ({ path, ...route.declaration })))
    .filter(({ body }) => body !== undefined);
  expect(accepting.length).toBeGreaterThan(12);
  for (const { path, body, example } of accepting) {
    expect(example, path).toBeDefined();
    expect(body?.safeParse(example).error, path).toBeUndefined();
  }
});

test("every query example is accepted by the server", () => {
  const shown = endpoints.flatMap(({ path, routes }) =>
    Object.values(routes).flatMap(({ declaration: { query, exampleQuery } }) => {
      return query ? [{ path, query, exampleQuery }] : [];
    }),
  );
  expect(shown.length).toBeGreaterThan(5);
  for (const { path, query, exampleQuery } of shown) {
    expect(exampleQuery, path).toBeDefined();
    expect(query.safeParse(exampleQuery).error, path).toBeUndefined();
  }
});

type Field = Record<string, unknown> & { description?: string; properties?: Record<string, Field> };
type Parameter = { name: string; in: string; description?: string; schema: Field };
type Described = Operation & {
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: { "application/json": { schema: Field } } };
};

const operations = Object.entries(document.paths as Record<string, Record<string, Described>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ line: `${method} ${path}`, ...one })),
);

test("every parameter and field has a description", () => {
  const silent: string[] = [];
  const visit = (where: string, fields: Record<string, Field> | undefined) => {
    for (const [name, field] of Object.entries(fields ?? {})) {
      if (!field.description || field.description.length < 5) silent.push(`${where} ${name}`);
      visit(`${where} ${name}`, field.properties ?? (field.items as Field | undefined)?.properties);
    }
  };
  for (const { line, parameters = [], requestBody } of operations) {
    visit(
      line,
      Object.fromEntries(
        parameters.map(({ name, description, schema }) => [
          name,
          { ...schema, description: description ?? "" },
        ]),
      ),
    );
    visit(line, requestBody?.content["application/json"].schema.properties);
  }
  expect(silent).toEqual([]);
});

const reporting = () => {
  const { parameters = [] } = operations.find(({ line }) => line === "get /api/v1/reporting/campaigns")!;
  return Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
};

test("the report's parameters have the types, choices and defaults of the contract", () => {
  expect(reporting()).toMatchObject({
    from: { type: "string", format: "date" },
    to: { type: "string", format: "date" },
    active: { type: "boolean" },
    meta_account_id: { type: "integer" },
    platform: { enum: ["ios", "android"] },
    view: { enum: ["user_acquisition", "retargeting"], default: "user_acquisition" },
    sort_field: { default: "installs" },
    sort_order: { enum: ["ascending", "descending"], default: "descending" },
    page: { type: "integer", minimum: 1, default: 1 },
    limit: { type: "integer", minimum: 1, maximum: 100, default: 10 },
    active_users: { type: "integer", minimum: 1, default: 7 },
  });
});

test("documented bounds and defaults of queries are exactly those that the server applies", () => {
  let checked = 0;
  for (const { path, routes } of endpoints)
    for (const route of Object.values(routes)) {
      const { query } = route.declaration;
      const operation = operations.find(({ line }) => line.endsWith(` ${path}`) && line.startsWith("get "));
      if (!query || !operation || path.endsWith("/ask")) continue;
      const needed = { display_id: "x", user_id: "x", network: "META" };
      const read = (sent: Record<string, string>) => query.safeParse({ ...needed, ...sent });
      for (const { name, in: location, schema } of operation.parameters ?? []) {
        if (location !== "query") continue;
        const is = (value: unknown) => read({ [name]: String(value) });
        for (const value of (schema.enum as unknown[]) ?? []) expect(is(value).error, name).toBeUndefined();
        if (schema.enum) expect(is("something else").success, name).toBe(false);
        if ("default" in schema) expect(is(schema.default).data, name).toEqual(read({}).data);
        for (const [bound, by] of [
          ["minimum", -1],
          ["maximum", 1],
        ] as const) {
          if (!(bound in schema)) continue;
          expect(is(schema[bound]).success, `${name} ${bound}`).toBe(true);
          expect(is(Number(schema[bound]) + by).success, `${name} beyond its ${bound}`).toBe(false);
        }
        checked++;
      }
    }
  expect(checked).toBeGreaterThan(30);
});

test("required fields are marked as required", () => {
  const required = (line: string) => {
    const { requestBody, parameters = [] } = operations.find((one) => one.line === line)!;
    const needed = (parameters as (Parameter & { required: boolean })[]).filter((one) => one.required);
    return [
      ...needed.map(({ name }) => name),
      ...((requestBody?.content["application/json"].schema.required as string[]) ?? []),
    ];
  };
  expect(required("post /api/client/init")).toEqual(["token", "install_instance_id"]);
  expect(required("post /api/client/trigger")).toEqual(["token", "user_data"]);
  expect(required("post /api/client/capture-payment")).toEqual(["token", "amount"]);
  expect(required("get /api/v1/attributed-users")).toEqual(["display_id"]);
  expect(required("get /api/v1/reporting/campaigns")).toEqual([]);
});

test("the reference has the server's own address", async () => {
  const { servers } = await (await GET(new Request("http://localhost/api/openapi.json"))).json();
  expect(servers).toEqual([{ url: env.APP_URL, description: "This server" }]);
});
