import { env } from "@/lib/base/env";
import {
  codeBlock,
  listBlock,
  type ReferencePage,
  tableBlock,
  textBlocks,
} from "@/lib/reference/content/blocks";

const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };

/** The MCP server is not part of the OpenAPI document, because each of its calls is a message. */
export const assistantPage = (): ReferencePage => ({
  path: "/docs/servers/assistants",
  title: "Assistants",
  chapter: "Servers",
  lead: "AI assistants read a project's figures with the Model Context Protocol (MCP). All tools only read.",
  keywords: "mcp model context protocol ai claude cursor chatgpt llm bearer",
  sections: [
    {
      id: "mcp",
      title: "Connect",
      blocks: [
        ...textBlocks(
          "Create a server key with the permission “Assistants” under Developers → Keys, and configure it as the bearer token. The transport is Streamable HTTP without sessions: each message is a `POST` to `/mcp` with its own response.",
        ),
        { kind: "call", method: "POST", alsoMethods: [], path: "/mcp" },
        codeBlock(
          "List the tools",
          `curl '${env.APP_URL}/mcp' \\\n  -H "Authorization: Bearer $CAIRN_SERVER_KEY" \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(message)}'`,
        ),
        codeBlock(
          "Configuration of a client",
          JSON.stringify(
            {
              mcpServers: {
                cairn: { url: `${env.APP_URL}/mcp`, headers: { Authorization: "Bearer cairn_…" } },
              },
            },
            null,
            2,
          ),
        ),
      ],
    },
    {
      id: "mcp-results",
      title: "Results",
      blocks: [
        listBlock(
          "`structuredContent` is the result as JSON. `content` has the same as text.",
          "`link` is the dashboard's screen with the same figures.",
          "Amounts are in minor units of `currency`, and days are in the project's time zone.",
          "Without the permission “Personal data”, results have no names, emails or device IDs.",
        ),
      ],
    },
    {
      id: "mcp-errors",
      title: "Errors",
      blocks: [
        tableBlock(
          ["Response", "Cause"],
          [
            ["400", "The message is not valid, or `MCP-Protocol-Version` is not supported."],
            ["401", "The bearer token is missing or not valid."],
            [
              "403",
              "The key lacks the permission “Assistants”, or a web page of another origin sent the call.",
            ],
            ["429", "More than 60 calls a minute with this key. Wait for the seconds in `Retry-After`."],
            ["200 with `error`", "The method or the tool is unknown."],
            ["200 with `isError`", "The tool rejected its arguments. The text explains how to correct them."],
          ],
        ),
      ],
    },
  ],
});
