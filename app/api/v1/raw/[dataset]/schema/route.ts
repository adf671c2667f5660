import { z } from "zod";
import { datasetNamed } from "@/lib/data-access/raw/read";
import { rawParams, rawSchema } from "@/lib/data-access/raw/schema";
import { rawRoute } from "@/lib/gateway/data-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { json } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const get = defineRoute(rawRoute, {
  summary: "Read the schema of raw rows",
  description: "The JSON Schema of a dataset's lines. Columns are only added.",
  tag: "Raw data",
  params: rawParams,
  answers: {
    200: { body: z.record(z.string(), z.unknown()) },
    404: { description: "The dataset is unknown." },
  },
  handle: ({ params }) => json(200, rawSchema(datasetNamed(params.dataset))),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/raw/:dataset/schema", {
  GET: get,
});
