/** The basics of every call. */
import { env } from "@/lib/base/env";
import {
  codeBlock,
  listBlock,
  type ReferencePage,
  tableBlock,
  textBlocks,
} from "@/lib/reference/content/blocks";
import {
  errorsReferencePage,
  formatsReferencePage,
  rateLimitsReferencePage,
} from "@/lib/reference/pages/conventions";

const chapter = "Basics";

export function basicPages(): ReferencePage[] {
  const keyHeader = env.SERVER_KEY_HEADERS[0]!;
  return [
    overview(),
    {
      path: "/docs/authentication",
      title: "Authentication",
      chapter,
      lead: "Apps, websites and servers each have their own credential. Find them in the dashboard under Developers.",
      keywords: "credentials app token server key site token login api key",
      sections: [
        {
          id: "app-token",
          title: "Apps: the app token",
          blocks: textBlocks(
            "Apps call `/api/client` and send the project's `token` in the JSON body. The token is public: it only lets an app send data and read the attribution of its own install.",
            "Projects can also require [signed calls](/docs/apps/signed-calls).",
          ),
        },
        {
          id: "server-keys",
          title: "Servers: a server key",
          blocks: [
            ...textBlocks(
              `Servers call \`/api/v1\` with a server key in the \`${keyHeader}\` header. Keep server keys out of apps and web pages. A key is shown once, when you create it.`,
              "Choose the permissions of a key when you create it: the API, [raw data](/docs/servers/raw-data), [assistants](/docs/servers/assistants) and personal data. A call without the permission gets a 403 with the code [`scope_missing`](/docs/errors#scope_missing).",
            ),
            codeBlock(
              "A call with a server key",
              `curl '${env.APP_URL}/api/v1/campaigns' \\\n  -H "${keyHeader}: $CAIRN_SERVER_KEY"`,
            ),
          ],
        },
        {
          id: "site-token",
          title: "Websites: the site token",
          blocks: textBlocks(
            "Websites call `/api/web` with the project's site token in the query, from the origins listed under Integrate. The token is public. The script `/cairn.js` does this for you.",
          ),
        },
      ],
    },
    requests(),
    errorsReferencePage(),
    {
      path: "/docs/pagination",
      title: "Pagination",
      chapter,
      lead: "Lists are read page by page, with a page number or with a cursor.",
      keywords: "page limit cursor next before list",
      sections: [
        {
          id: "page-numbers",
          title: "Page numbers",
          blocks: [
            ...textBlocks(
              "Send `page`, starting at 1, and `limit`. The response has `pagination`; read on until `page` equals `pages`.",
            ),
            codeBlock(
              "Pagination of a response",
              JSON.stringify({ pagination: { total: 240, pages: 3, page: 1, limit: 100 } }, null, 2),
            ),
            tableBlock(
              ["List", "Default", "Maximum"],
              [
                ["[Campaigns](/docs/servers/campaigns)", "100", "1,000"],
                ["[Attributed users](/docs/servers/attribution)", "50", "1,000"],
                ["[Campaign figures](/docs/servers/reporting)", "10", "100"],
              ],
            ),
            ...textBlocks(
              "A page after the last one is an empty list. A `page` or `limit` that is not valid gets a 422 with the code `invalid_page` or `invalid_limit`.",
            ),
          ],
        },
        {
          id: "cursors",
          title: "Cursors",
          blocks: textBlocks(
            "[Deliveries](/docs/servers/deliveries) change while you read them, so they have a cursor: send `next` of the response as `before` of the next call. After the last page, `next` is null. The default `limit` is 50, the maximum 200.",
            "[Raw data](/docs/servers/raw-data) has a cursor in each line and in the header `Cairn-Next-Cursor`. Read on while `Cairn-More` is `true`.",
          ),
        },
      ],
    },
    rateLimitsReferencePage(),
    {
      path: "/docs/retries",
      title: "Retries and repeats",
      chapter,
      lead: "Send a call again after 429, 500, 503, or no response. After other errors, correct the call first.",
      keywords: "idempotency idempotent duplicate retry-after repeat event_id payment_id timeout",
      sections: [
        {
          id: "retries",
          title: "When to retry",
          blocks: textBlocks(
            "Wait for the seconds in `Retry-After` if the response has it, otherwise a few seconds, and longer each time. A success response means that the data is committed.",
          ),
        },
        {
          id: "repeats",
          title: "Which repeats count once",
          blocks: [
            ...textBlocks("Send IDs, so that a repeated call is not counted again."),
            tableBlock(
              ["Call", "A repeat"],
              [
                ["`init`", "finds the same install: one per project and `install_instance_id`"],
                [
                  "`trigger`, `set-user-data`, `integrations`, `update-push-token`",
                  "sets the same values again",
                ],
                ["payments with `payment_id`", "are ignored: the first one counts"],
                ["events with `event_id`", "are ignored"],
                ["events and payments without an ID", "count again"],
                ["`create-campaign` with `custom_display_id`", "gets a 409"],
                ["spend and exchange rates", "replace the earlier value"],
              ],
            ),
            ...textBlocks(
              "The `Idempotency-Key` header, with up to 200 characters, replaces `event_id` and `payment_id` if the body has none. [Batches](/docs/apps/batches) do not read the header.",
            ),
          ],
        },
      ],
    },
    formatsReferencePage(),
  ];
}

const overview = (): ReferencePage => ({
  path: "/docs",
  title: "API reference",
  chapter,
  lead: "Everything apps, websites and servers can send to Cairn and read from it.",
  sections: [
    {
      id: "start",
      title: "Where to start",
      blocks: [
        tableBlock(
          ["You build", "Read"],
          [
            ["an app", "[Client calls](/docs/apps): starts, users, events, payments"],
            ["a website", "[Website calls](/docs/websites), or the script `/cairn.js`"],
            ["a server", "[Server calls](/docs/servers): campaigns, reports, spend, server events"],
            [
              "a receiver of webhooks",
              "[Webhooks](/docs/webhooks): payloads and [signatures](/docs/webhooks/signatures)",
            ],
            ["ads and links", "[Tracking links](/docs/links) and their parameters"],
            [
              "an ad network",
              "[Server-to-server clicks](/docs/links/server-clicks): clicks and views from your servers",
            ],
            ["a data warehouse", "[Raw data](/docs/servers/raw-data): every row and its later changes"],
            ["an AI assistant", "[Assistants](/docs/servers/assistants): the MCP server"],
          ],
        ),
      ],
    },
    {
      id: "first-calls",
      title: "The first calls",
      blocks: [
        listBlock(
          "An app calls [`init`](/docs/apps/start-and-attribution#post/api/client/init) at each start. The first call registers the install.",
          "It calls [`trigger`](/docs/apps/users#post/api/client/trigger) when the user signs up or logs in.",
          "From then on, [`capture-event`](/docs/apps/events-and-payments#post/api/client/capture-event) and [`capture-payment`](/docs/apps/events-and-payments#post/api/client/capture-payment) count for the campaign of the install.",
          "A server reads the [figures of campaigns](/docs/servers/reporting).",
        ),
        ...textBlocks(
          "The packages for Android, iOS, React Native, Flutter and the web make the client calls for you. Developers → Integrate has them with your app token.",
        ),
      ],
    },
    {
      id: "for-programs",
      title: "For programs",
      blocks: [
        listBlock(
          "[OpenAPI document](/api/openapi.json), for client generators and API tools",
          "[llms.txt](/llms.txt), a list of all pages as Markdown. Each page is also at its address with `.md`.",
          "[JSON Schema](/docs/webhooks) of each webhook type",
        ),
      ],
    },
  ],
});

const requests = (): ReferencePage => ({
  path: "/docs/requests",
  title: "Requests and responses",
  chapter,
  lead: "Requests and responses are JSON in UTF-8.",
  keywords: "envelope base url json host domain request id",
  sections: [
    {
      id: "base-url",
      title: "Base URL",
      blocks: [
        codeBlock("This server", env.APP_URL),
        ...textBlocks("Apps may also call any domain of the project that points to this server."),
      ],
    },
    {
      id: "answers",
      title: "Envelope",
      blocks: [
        ...textBlocks(
          "Most responses have the same envelope: `status` repeats the HTTP status, `msg` describes the result in a sentence, and `data` has the result. Errors have it, too.",
        ),
        codeBlock(
          "Envelope",
          JSON.stringify({ msg: "Campaign not found!", status: 404, data: null }, null, 2),
        ),
      ],
    },
    {
      id: "fields",
      title: "Fields",
      blocks: textBlocks(
        "A missing or malformed field gets a 400. Unknown fields are ignored, and in client calls so are `null` and empty text. Bodies must not be compressed.",
      ),
    },
    {
      id: "request-ids",
      title: "Request IDs",
      blocks: textBlocks(
        "Each response has an `x-request-id` header. Quote it when you ask your operator for help.",
      ),
    },
  ],
});
