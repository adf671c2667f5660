import { datasetNamed, readRaw } from "@/lib/data-access/raw/read";
import { rawLine, rawParams, rawQuery } from "@/lib/data-access/raw/schema";
import { rawRoute } from "@/lib/gateway/data-routes";
import { refuseWithoutScope, scopeText } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ndjson } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const get = defineRoute(rawRoute, {
  summary: "Read raw rows",
  description:
    "NDJSON: the rows of a dataset in the order of their changes, each with its present state. Read until `Cairn-More` is `false`, and later continue with the last cursor. Cursors do not expire.",
  tag: "Raw data",
  params: rawParams,
  query: rawQuery,
  exampleQuery: { limit: "1000" },
  answers: {
    200: {
      description:
        "A line for each changed or removed row. A line may arrive again; store the last one of a key.",
      lines: rawLine,
      headers: {
        "Cairn-Next-Cursor": "The cursor of the next page, also after a page without lines.",
        "Cairn-More": "`true` while this pass has further rows.",
      },
    },
    403: { msg: [scopeText("personal")] },
    404: { description: "The dataset is unknown." },
    422: { description: "The limit is not valid." },
  },
  async handle({ caller, params, query }) {
    const dataset = datasetNamed(params.dataset);
    const personal = query.personal === "true";
    if (personal) refuseWithoutScope(caller, "personal");
    const { cursor, since, limit } = query;
    const page = await readRaw(caller.project, { dataset, cursor, since, limit, personal });
    return ndjson(page.lines, { "cairn-next-cursor": page.cursor, "cairn-more": String(page.more) });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/raw/:dataset", {
  GET: get,
});
