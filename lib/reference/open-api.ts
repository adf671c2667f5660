import { env } from "@/lib/base/env";
import type { Endpoint } from "@/lib/platform/http/endpoint";
import { openApiDocument } from "@/lib/platform/http/openapi";
import { referenceGroups } from "@/lib/reference/groups";
import packageJson from "@/package.json" with { type: "json" };

/** This server's reference, for `/api/openapi.json` and `/docs`. */
export const openApiReference = (endpoints: Endpoint[]) =>
  openApiDocument(
    endpoints,
    {
      title: "Cairn",
      version: packageJson.version,
      description:
        "Mobile attribution and campaigns. Servers call `/api/v1` with a server key in the `service-key` header; apps call `/api/client` with the app token in the body; websites call `/api/web` with a site token in the query.",
      license: { name: "MIT", identifier: "MIT" },
    },
    referenceGroups,
    env.APP_URL,
  );
