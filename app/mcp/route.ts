import { answerMessage, checkVersion, message } from "@/app/mcp/protocol";
import { mcpToolsFor } from "@/app/mcp/tools";
import { mcpRoute } from "@/lib/gateway/data-routes";
import { mountRoutes } from "@/lib/platform/http/mount";
import { defineRoute } from "@/lib/platform/http/route";

/** The Model Context Protocol, for assistants that answer questions about a project. */
export const mcpRoutes = {
  "/mcp": {
    POST: defineRoute(mcpRoute, {
      summary: "Answer a message of the Model Context Protocol",
      tag: "Assistants",
      body: message,
      answers: { 200: {}, 202: {} },
      async handle({ caller, call, body }) {
        checkVersion(call.header("mcp-protocol-version"));
        return answerMessage(body, mcpToolsFor(caller, call));
      },
    }),
  },
};

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes("", mcpRoutes);
