import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { openApiDocument } from "@/lib/http/openapi";

const document = openApiDocument(endpoints, { title: "Cairn", version: "1", description: "" });

test("the reference is a valid OpenAPI 3.1 document", async () => {
  const result = await new Validator().validate(structuredClone(document));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
});

test("every operation has its own id and at least one successful answer", () => {
  const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap(
    Object.values,
  );
  expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
  for (const operation of operations) {
    const statuses = Object.keys(operation.responses);
    // PATCH and DELETE without an id exist only to be refused in words.
    expect(statuses.some((status) => status < "300") || statuses.includes("400"), operation.operationId).toBe(
      true,
    );
  }
});

type Operation = { operationId: string; responses: Record<string, unknown> };

test("the reference begins with what servers and apps call; what runs the server comes last", () => {
  const tags = (document.tags as { name: string }[]).map(({ name }) => name);
  expect(tags[0]).toBe("Campaigns");
  expect(tags.at(-1)).toBe("Operation");
});

test("whatever servers and apps send is shown by an example that would be accepted", () => {
  const taking = endpoints
    .filter(({ path }) => /^\/api\/(v1|client)\//.test(path))
    .flatMap(({ path, routes }) => Object.values(routes).map((route) => ({ path, ...route.declaration })))
    .filter(({ body }) => body !== undefined);
  expect(taking.length).toBeGreaterThan(12);
  for (const { path, body, example } of taking) {
    expect(example, path).toBeDefined();
    expect(body?.safeParse(example).error, path).toBeUndefined();
  }
});
