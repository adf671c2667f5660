import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as raw from "@/app/api/v1/raw/[dataset]/route";
import { commandLine } from "@/lib/accounts/audit/actor";
import { datasetNames } from "@/lib/data-access/datasets/datasets";
import { rawSchema } from "@/lib/data-access/raw/schema";
import { asServed } from "@/lib/platform/http/testing";
import { issueServerKey } from "@/lib/projects/server-keys/keys";
import { aCampaign, aProject, withoutLimits } from "@/testing/factories";

/** JSON, which is YAML as well, so that the test needs no other parser. */
const file = join(import.meta.dirname, "../../../deploy/airbyte/manifest.yaml");

const parameter = (field_name: string) => ({
  type: "RequestOption",
  field_name,
  inject_into: "request_parameter",
});

function streamOf(name: (typeof datasetNames)[number]) {
  const { $id: _id, "x-primary-key": key, ...schema } = rawSchema(name);
  return {
    type: "DeclarativeStream",
    name,
    primary_key: key,
    schema_loader: { type: "InlineSchemaLoader", schema },
    retriever: {
      type: "SimpleRetriever",
      decoder: { type: "JsonlDecoder" },
      requester: {
        type: "HttpRequester",
        url_base: "{{ config['url'] }}",
        path: `/api/v1/raw/${name}`,
        http_method: "GET",
        authenticator: {
          type: "ApiKeyAuthenticator",
          api_token: "{{ config['server_key'] }}",
          inject_into: { type: "RequestOption", field_name: "service-key", inject_into: "header" },
        },
        request_parameters: { personal: "{{ 'true' if config['personal'] else 'false' }}" },
      },
      record_selector: { type: "RecordSelector", extractor: { type: "DpathExtractor", field_path: [] } },
      paginator: {
        type: "DefaultPaginator",
        page_token_option: parameter("cursor"),
        page_size_option: parameter("limit"),
        pagination_strategy: {
          type: "CursorPagination",
          page_size: 1_000,
          cursor_value: "{{ headers['cairn-next-cursor'] }}",
          stop_condition: "{{ headers['cairn-more'] == 'false' }}",
        },
      },
    },
    incremental_sync: {
      type: "IncrementingCountCursor",
      cursor_field: "_position",
      start_value: 0,
      start_value_option: parameter("since"),
    },
  };
}

const manifest = {
  version: "6.44.0",
  type: "DeclarativeSource",
  check: { type: "CheckStream", stream_names: ["campaigns"] },
  streams: datasetNames.map(streamOf),
  spec: {
    type: "Spec",
    connection_specification: {
      type: "object",
      required: ["url", "server_key"],
      properties: {
        url: { type: "string", title: "Address of Cairn", examples: ["https://cairn.example.com"], order: 0 },
        server_key: { type: "string", title: "Server key", airbyte_secret: true, order: 1 },
        personal: { type: "boolean", title: "Personal data", default: false, order: 2 },
      },
    },
  },
};

test("the Airbyte manifest has a stream for each dataset, with its columns and key", () => {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  if (process.env.WRITE_EXAMPLES) writeFileSync(file, text);
  expect(readFileSync(file, "utf8")).toBe(text);
});

type Stream = ReturnType<typeof streamOf>;

asServed([raw], (call) => {
  test("a sync by the Airbyte manifest's rules reads every row, and the next one only later changes", async () => {
    const app = await aProject();
    await withoutLimits(app);
    for (let n = 0; n < 3; n++) await aCampaign(app);
    const owner = { id: app.project.id, accountId: app.accountId };
    const input = { name: "Airbyte", expiresAt: null, scopes: ["raw"] } as const;
    const { key } = await issueServerKey(owner, input, commandLine, new Date());
    const { streams } = JSON.parse(readFileSync(file, "utf8")) as { streams: Stream[] };
    const stream = streams.find(({ name }) => name === "campaigns")!;
    const { requester, paginator } = stream.retriever;
    const { pagination_strategy: paging } = paginator;
    const header = (template: string) => /^\{\{ headers\['([\w-]+)'\]/.exec(template)![1]!;
    const stopsAt = /== '(\w+)'/.exec(paging.stop_condition)![1]!;

    const sync = async (state: number) => {
      const { start_value_option: start, cursor_field: field } = stream.incremental_sync;
      const records: Record<string, unknown>[] = [];
      let token: string | null = null;
      for (;;) {
        const page: Awaited<ReturnType<typeof call>> = await call(`GET ${requester.path}`, {
          headers: { [requester.authenticator.inject_into.field_name]: key },
          query: {
            [paginator.page_size_option.field_name]: 2,
            ...(token === null ? {} : { [paginator.page_token_option.field_name]: token }),
            [start.field_name]: state,
          },
        });
        expect(page.status).toBe(200);
        records.push(...page.body);
        if (page.headers.get(header(paging.stop_condition)) === stopsAt) break;
        token = page.headers.get(header(paging.cursor_value));
      }
      return { records, state: Math.max(state, ...records.map((record) => Number(record[field]))) };
    };

    const first = await sync(stream.incremental_sync.start_value);
    expect(first.records).toHaveLength(3);
    const added = await aCampaign(app);
    const second = await sync(first.state);
    expect(second.records.map(({ id }) => id)).toContain(String(added.id));
    const third = await sync(second.state);
    expect(third.state).toBeGreaterThanOrEqual(second.state);
  });
});
