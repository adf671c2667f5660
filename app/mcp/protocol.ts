/** The Model Context Protocol over HTTP, without sessions and streams: each message is answered by itself. */
import { z } from "zod";
import { Refusal } from "@/lib/base/refusal";
import { version } from "@/lib/base/version";
import { json, type Reply } from "@/lib/platform/http/reply";

/** The newest first. Clients of an unknown version are offered the newest. */
const versions = ["2025-11-25", "2025-06-18", "2025-03-26"];

export type Tool = {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
};

export type ToolAnswer = Record<string, unknown>;

export type Tools = {
  list(): Tool[];
  /** Throws a Refusal for a mistake that the caller can correct. Null if there is no such tool. */
  call(name: string, input: Record<string, unknown>): Promise<ToolAnswer | null>;
};

export const message = z.object({
  jsonrpc: z.literal("2.0", { error: "jsonrpc must be 2.0." }),
  /** Absent for notifications. */
  id: z.union([z.string().max(200), z.number()]).optional(),
  method: z.string({ error: "method is required." }).max(100),
  params: z.record(z.string(), z.unknown()).optional(),
});
export type Message = z.output<typeof message>;

const codes = { unknownMethod: -32601, invalidParams: -32602 } as const;

const instructions =
  "Read-only figures of one project in Cairn, a mobile attribution service. Days are in the project's time zone, and " +
  "money is in minor units of `currency`. Each answer has `link`, the screen with the same figures; show it to people.";

/** Refuses a version that a client sends with every message. */
export function checkVersion(sent: string | null): void {
  if (sent !== null && !versions.includes(sent))
    throw new Refusal(
      "invalid_request",
      `MCP-Protocol-Version must be one of ${versions.join(", ")}. Got "${sent.slice(0, 30)}".`,
    );
}

export async function answerMessage({ id, method, params = {} }: Message, tools: Tools): Promise<Reply> {
  // Notifications and responses have no answer.
  if (id === undefined) return { status: 202, headers: { "cache-control": "no-store" }, body: null };
  const result = (value: unknown) => json(200, { jsonrpc: "2.0", id, result: value });
  const error = (code: number, text: string) =>
    json(200, { jsonrpc: "2.0", id, error: { code, message: text } });
  switch (method) {
    case "initialize":
      return result({
        protocolVersion: versions.find((known) => known === params.protocolVersion) ?? versions[0],
        capabilities: { tools: {} },
        serverInfo: { name: "cairn", title: "Cairn", version },
        instructions,
      });
    case "ping":
      return result({});
    case "tools/list":
      return result({
        tools: tools.list().map((tool) => ({ ...tool, annotations: { readOnlyHint: true } })),
      });
    case "tools/call": {
      const { name, arguments: input = {} } = params;
      if (typeof name !== "string") return error(codes.invalidParams, "params.name is required.");
      if (typeof input !== "object" || input === null || Array.isArray(input))
        return error(codes.invalidParams, "params.arguments must be an object.");
      try {
        const answer = await tools.call(name, input as Record<string, unknown>);
        if (!answer) return error(codes.invalidParams, `Unknown tool: ${name.slice(0, 100)}.`);
        return result({
          content: [{ type: "text", text: JSON.stringify(answer) }],
          structuredContent: answer,
        });
      } catch (cause) {
        if (!(cause instanceof Refusal)) throw cause;
        const fields = Object.entries(cause.fields ?? {}).map(([field, text]) => `${field}: ${text}`);
        const text = [cause.message, ...fields.filter((line) => !line.endsWith(cause.message))].join("\n");
        return result({ content: [{ type: "text", text }], isError: true });
      }
    }
    default:
      return error(codes.unknownMethod, `Unknown method: ${method}.`);
  }
}
