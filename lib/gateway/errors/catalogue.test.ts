import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { errorsMarkdown } from "@/bin/error-pages";
import { errorCodes } from "@/lib/base/error-codes";
import { errorGroups } from "@/lib/gateway/errors/catalogue";

const errors = errorGroups.flatMap((group) => group.errors);

test("each code is in the catalogue once, with its own cause and fix", () => {
  expect(errors.map(({ code }) => code).toSorted()).toEqual(Object.keys(errorCodes).toSorted());
  expect(new Set(errors.map(({ cause }) => cause)).size).toBe(errors.length);
  for (const { code, cause, fix } of errors) {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(cause, code).toMatch(/^\S.*\.$/);
    expect(fix, code).toMatch(/^\S.*[.!]$/);
  }
});

test("docs/errors.md equals the output of npm run docs:errors", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/errors.md"), "utf8");
  expect(page).toBe(errorsMarkdown());
});

test("exactly the contract's operations have no code in the body", () => {
  const inContract = endpoints.flatMap(({ path, routes }) =>
    Object.entries(routes)
      .filter(([, route]) => route.declaration.contract)
      .map(([method]) => `${method} ${path}`),
  );
  expect(inContract.toSorted()).toEqual(
    [
      "GET /api/v1/campaigns",
      ...["PATCH", "PUT", "DELETE"].flatMap((method) => [
        `${method} /api/v1/campaigns`,
        `${method} /api/v1/campaigns/:display_id`,
      ]),
      "GET /api/v1/attributed-users",
      "GET /api/v1/get-attribution-result",
      "POST /api/v1/create-campaign",
      "GET /api/v1/reporting/campaigns",
      ...[
        "init",
        "attribution-data",
        "trigger",
        "set-user-data",
        "capture-event",
        "capture-payment",
        "remove-captured-payment",
        "update-push-token",
        "integrations",
        "handle-deeplink",
      ].map((name) => `POST /api/client/${name}`),
    ].toSorted(),
  );
});
