import { randomUUID } from "node:crypto";
import { z } from "zod";
import { dashboardRoutes } from "@/app/api/dashboard/routes";
import { type Entry, entries, given, type Values } from "@/app/mcp/entries";
import type { Tool, ToolAnswer, Tools } from "@/app/mcp/protocol";
import type { ServerCaller } from "@/lib/accounts/access/callers";
import { may, type Role } from "@/lib/accounts/access/roles";
import { keyScopes } from "@/lib/accounts/access/scopes";
import { serverKeyActor } from "@/lib/accounts/audit/actor";
import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";
import { noteToolCall } from "@/lib/data-access/assistant-calls";
import { runQuery } from "@/lib/data-access/query/run";
import { runInput, runSeconds } from "@/lib/data-access/query/schema";
import { actionOf } from "@/lib/gateway/session-routes";
import type { Call } from "@/lib/platform/http/call";
import type { RouteTable } from "@/lib/platform/http/mount";
import { parsedOrRefused, type Route } from "@/lib/platform/http/route";

const routeAt = (path: string, method: "GET" | "POST" = "GET"): Route => {
  const route = (dashboardRoutes as RouteTable)[path]?.[method];
  if (!route) throw new Error(`The dashboard has no route ${path}.`);
  return route;
};

const schemaOf = (schema: z.ZodType): Record<string, unknown> => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
};

function toolOf(name: string, { path, method, about, params = {} }: Entry): Tool {
  const { declaration } = routeAt(path, method);
  const input = declaration.query ?? declaration.body;
  const query = (input ? schemaOf(input) : {}) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return {
    name,
    description: [about, declaration.description].filter(Boolean).join(" "),
    inputSchema: {
      type: "object",
      properties: {
        ...Object.fromEntries(
          Object.entries(params).map(([key, description]) => [key, { type: "string", description }]),
        ),
        ...query.properties,
      },
      required: [...Object.keys(params), ...(query.required ?? [])],
    },
  };
}

/** Queries are texts, so numbers and lists are written as in an address. */
function textsOf(input: Record<string, unknown>): Values {
  return given(
    Object.fromEntries(
      Object.entries(input).map(([name, value]) => {
        if (value === null || value === undefined || value === "") return [name, undefined];
        if (typeof value === "object" && !Array.isArray(value))
          throw new Refusal("invalid_request", `${name} must be a text, a number or a list.`);
        return [name, String(value).replaceAll("\0", "")];
      }),
    ),
  );
}

const personalText = `This needs a server key with the permission "${keyScopes.personal.label}".`;

/** Runs the route for the key's project, with the rights of a viewer, or of an admin if it may see personal data. */
async function dataOf(
  route: Route,
  { project, scopes, keyPrefix }: ServerCaller,
  call: Call,
  values: Values,
  params: Values,
) {
  const role: Role = scopes.has("personal") ? "admin" : "viewer";
  const action = actionOf(route.kind);
  if (action === null || !may(role, action)) throw new Refusal("scope_missing", personalText);
  const { params: path, query, body, handle } = route.declaration;
  const reply = await handle({
    // Routes that only read do not look at the member, whose name would be the author of a change.
    caller: { member: { id: null, email: serverKeyActor(keyPrefix).name }, role, project },
    call: { ...call, params: { ...params, project: String(project.id) } },
    params: (path ? parsedOrRefused(path, params) : undefined) as undefined,
    query: parsedOrRefused(query, values) as undefined,
    body: (body ? parsedOrRefused(body, values) : undefined) as undefined,
  });
  return (JSON.parse(String(reply.body)) as { data: Record<string, unknown> }).data;
}

function linkOf({ screen, shared = [], defaults }: Entry, start: string, values: Values, params: Values) {
  const path = screen.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ""));
  // The screen has a parameter for each of two dimensions.
  const [by, second] = values.by?.split(",") ?? [];
  const all = given({ ...defaults, ...values, by, second });
  const query = new URLSearchParams(Object.entries(all).filter(([name]) => shared.includes(name)));
  // Screens only use days with this range.
  if (query.has("from") && query.has("to")) query.set("range", "custom");
  return `${start}${path}${query.size > 0 ? `?${query}` : ""}`;
}

const sqlInput = runInput.pick({ sql: true });
const maxSqlRows = 500;

const sqlTool: Tool = {
  name: "sql",
  description: `Run one SQL query over the project's views (schemas cairn and cairn_private), for at most ${runSeconds} seconds and ${maxSqlRows} rows. Select from information_schema.columns to learn their columns.`,
  inputSchema: { type: "object", properties: schemaOf(sqlInput).properties, required: ["sql"] },
};

/** Only for keys that may see personal data. The audit log has the text of each query. */
async function readSql({ project, keyPrefix }: ServerCaller, sql: string) {
  const input = { sql, values: {}, run_id: randomUUID(), confirmed: false };
  const reader = { personal: true, by: serverKeyActor(keyPrefix) };
  const { columns, rows, is_cut } = await runQuery(project, input, reader);
  return { columns, rows: rows.slice(0, maxSqlRows), is_cut: is_cut || rows.length > maxSqlRows };
}

export function mcpToolsFor(caller: ServerCaller, call: Call): Tools {
  const { project, keyPrefix, scopes } = caller;
  const mayQuery = scopes.has("personal");
  const about = { name: project.name, time_zone: project.timeZone, currency: project.currency };
  return {
    list: () => [
      {
        name: "get_project",
        description: "Get the project's name, time zone, currency and today's date there.",
        inputSchema: { type: "object", properties: {} },
      },
      ...(mayQuery ? [sqlTool] : []),
      ...Object.entries(entries).map(([name, entry]) => toolOf(name, entry)),
    ],
    async call(name, input): Promise<ToolAnswer | null> {
      const link = `${env.APP_URL}/p/${project.id}`;
      if (name === "get_project") {
        await noteToolCall(project, keyPrefix, name, {});
        return { data: { ...about, today: dayIn(project.timeZone, call.now) }, link };
      }
      if (name === sqlTool.name && mayQuery) {
        const { sql } = parsedOrRefused(sqlInput, input) as z.output<typeof sqlInput>;
        const data = await readSql(caller, sql);
        return { data, link: `${link}/report/query#sql=${encodeURIComponent(sql)}`, sql };
      }
      const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
      if (!entry) return null;
      const known = (toolOf(name, entry).inputSchema as { properties: object }).properties;
      const unknown = Object.keys(input).find((key) => !Object.hasOwn(known, key));
      if (unknown !== undefined)
        throw new Refusal(
          "invalid_request",
          `Unknown argument: ${unknown.slice(0, 100)}. It must be one of ${Object.keys(known).join(", ")}.`,
        );
      const values = textsOf(input);
      const params = Object.fromEntries(
        Object.keys(entry.params ?? {}).map((key) => [key, values[key] ?? ""]),
      );
      const missing = Object.keys(params).find((key) => params[key] === "");
      if (missing !== undefined) throw new Refusal("invalid_request", `${missing} is required.`);
      await noteToolCall(project, keyPrefix, name, values);
      const data = await dataOf(routeAt(entry.path, entry.method), caller, call, values, params);
      const statement = entry.sql?.(values);
      const sql = statement
        ? await dataOf(routeAt(statement.path), caller, call, statement.values, {})
        : null;
      return { data, link: linkOf(entry, link, values, params), ...(sql ? { sql } : {}) };
    },
  };
}
