import { described } from "@/app/api/described";
import { env } from "@/lib/base/env";
import { publicRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { openApiDocument } from "@/lib/platform/http/openapi";
import { json } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import packageJson from "@/package.json" with { type: "json" };

let document: object | null = null;

const get = defineRoute(publicRoute, {
  summary: "This reference as an OpenAPI 3.1 document",
  description: "Made from the very code that answers.",
  tag: "Operation",
  answers: { 200: { description: "OpenAPI 3.1." } },
  async handle() {
    document ??= openApiDocument(
      [...described, GET.endpoint],
      {
        title: "Cairn",
        version: packageJson.version,
        description:
          "Mobile attribution and campaigns. Server endpoints (`/api/v1`) take a server key in a header; client endpoints (`/api/client`) take the project token in the body.",
        license: { name: "MIT", identifier: "MIT" },
      },
      env.APP_URL,
    );
    return json(200, document, { "access-control-allow-origin": "*" });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/openapi.json", { GET: get });
