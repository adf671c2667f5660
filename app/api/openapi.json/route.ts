import { publicRoute } from "@/lib/gateway/operator-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { json } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { openApiReference } from "@/lib/reference/open-api";
import { described } from "./described";

let document: object | null = null;

const get = defineRoute(publicRoute, {
  summary: "Get this reference as an OpenAPI document",
  description: "OpenAPI 3.1, for client generators and API tools. Generated from the server's code.",
  tag: "Health and maintenance",
  answers: { 200: { description: "An OpenAPI 3.1 document." } },
  async handle() {
    document ??= openApiReference([...described, GET.endpoint]);
    return json(200, document, { "access-control-allow-origin": "*" });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/openapi.json", { GET: get });
