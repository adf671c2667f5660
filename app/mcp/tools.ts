import { randomUUID } from "node:crypto";
import { z } from "zod";
import { dashboardRoutes } from "@/app/api/dashboard/routes";
import type { Tool, ToolAnswer, Tools } from "@/app/mcp/protocol";
import type { ServerCaller } from "@/lib/accounts/access/callers";
import { may, type Role } from "@/lib/accounts/access/roles";
import { keyScopes } from "@/lib/accounts/access/scopes";
import { serverKeyActor } from "@/lib/accounts/audit/actor";
import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";
import { noteToolCall } from "@/lib/data-access/assistant-calls";
import { runSeconds } from "@/lib/data-access/query/role-client";
import { runQuery } from "@/lib/data-access/query/run";
import { runInput } from "@/lib/data-access/query/schema";
import { actionOf } from "@/lib/gateway/session-routes";
import type { Call } from "@/lib/platform/http/call";
import type { RouteTable } from "@/lib/platform/http/mount";
import { parsedOrRefused, type Route } from "@/lib/platform/http/route";

type Values = Record<string, string>;

/** A tool is a route of the dashboard. `screen` shows the same data, with the values that it understands. */
type Entry = {
  path: string;
  /** POST for a route that only reads, but whose question is a body. */
  method?: "POST";
  about: string;
  screen: string;
  /** The arguments that the screen takes in its address. */
  shared?: string[];
  /** The defaults of the route that are not those of the screen. */
  defaults?: Values;
  /** The values of the path. */
  params?: Record<string, string>;
  /** The route with the SQL of the figures, and its values. */
  sql?: (values: Values) => { path: string; values: Values };
};

const days = ["from", "to"];
const reportSql = "/projects/:project/report/sql";
const sqlAt = (path: string) => (values: Values) => ({ path, values });
const given = (values: Record<string, string | undefined>): Values =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

const entries: Record<string, Entry> = {
  list_campaigns: {
    path: "/projects/:project/campaigns",
    about: "List campaigns, newest first, with search and filters.",
    screen: "/campaigns",
  },
  overview: {
    path: "/projects/:project/overview",
    about:
      "Get the main figures of a period (clicks, installs, sign-ups, spend, revenue), and those of a comparison period.",
    screen: "",
    shared: [...days, "compare", "platform", "traffic"],
    sql: ({ compare: _compare, figure: _figure, ...values }) => ({
      path: "/projects/:project/overview/sql",
      values,
    }),
  },
  what_changed: {
    path: "/projects/:project/overview/movers",
    about:
      "Get what changed in a figure, yesterday and in the last seven days, and which networks or campaigns caused it.",
    screen: "",
  },
  needs_attention: {
    path: "/projects/:project/overview/attention",
    about: "List problems: failing syncs, domains, silent apps, missing rates.",
    screen: "",
  },
  report: {
    path: "/projects/:project/report/groups",
    about:
      "Get figures by one or two dimensions, such as `network`, `country`, `day` or `campaign`, for a period. Name the figures in `columns`.",
    screen: "/report",
    shared: [...days, "by", "second", "columns", "platform", "network", "traffic"],
    defaults: { traffic: "all" },
    sql: ({ sort_field: _field, sort_order: _order, page: _page, limit: _limit, ...values }) => ({
      path: reportSql,
      values: { columns: "installs", ...values },
    }),
  },
  campaign_report: {
    path: "/projects/:project/report",
    about: "Get the figures of each campaign, with its ad sets, creatives and keywords.",
    screen: "/report",
    shared: [...days, "platform", "network", "search"],
  },
  cohorts: {
    path: "/projects/:project/cohorts",
    about: "Get retention, revenue or another metric of cohorts of installs, by their age.",
    screen: "/report/cohorts",
    shared: days,
    // The statement of one metric, with the installs and the revenue of every age.
    sql: (values) => ({ path: "/projects/:project/cohorts/sql", values: { ...values, metric: "ltv" } }),
  },
  assists: {
    path: "/projects/:project/report/assists",
    about:
      "Compare last touch with assists and with first-touch, linear and position-based models, by campaign.",
    screen: "/report",
    sql: sqlAt("/projects/:project/report/assists/sql"),
  },
  ios_estimate: {
    path: "/projects/:project/apple-postbacks/estimate",
    about: "Estimate iOS installs by network and campaign, with a range and its parts.",
    screen: "/ios/estimate",
    shared: days,
    sql: sqlAt("/projects/:project/apple-postbacks/estimate/sql"),
  },
  discrepancies: {
    path: "/projects/:project/discrepancies",
    about:
      "Compare the installs that ad networks claim with those that Cairn counts, with the causes of the difference.",
    screen: "/report/discrepancies",
    shared: days,
  },
  list_installs: {
    path: "/projects/:project/installs",
    about: "List single installs, newest first: by campaign, method, fraud finding, country and more.",
    screen: "/installs",
  },
  explain_install: {
    path: "/projects/:project/installs/:install",
    about:
      "Explain why an install was attributed to its campaign, with each candidate and the reason why it lost.",
    screen: "/installs/:install",
    params: { install: "The install's ID, from `list_installs`." },
  },
  find_install: {
    path: "/projects/:project/installs/explain",
    about: "Find installs by an ID of any kind (user, device, click), or explain why there is none.",
    screen: "/installs",
  },
  fraud_sources: {
    path: "/projects/:project/rules/sources",
    about:
      "Get installs by publisher with their time from click to install, and how many of them fraud rules flagged.",
    screen: "/attribution",
  },
  link_test: {
    path: "/projects/:project/links/test",
    method: "POST",
    about:
      "Test where a tracking link sends a visitor, by device, browser, country and language. No click is stored.",
    screen: "/developers/test",
  },
  event_counts: {
    path: "/projects/:project/events/counts",
    about: "Count the events of each name.",
    screen: "/events",
  },
  list_clicks: {
    path: "/projects/:project/clicks",
    about: "List single clicks, newest first, also those that are not counted, with the reason.",
    screen: "/clicks",
  },
  list_payments: {
    path: "/projects/:project/payments",
    about: "List single payments and refunds, newest first.",
    screen: "/payments",
  },
  spend: {
    path: "/projects/:project/spend/sums",
    about: "Sum the cost of ads by day, campaign or source.",
    screen: "/spend",
    shared: days,
    // The sum of a campaign includes its ads, so it is the report's.
    sql: ({ by, network, platform, from, to }) =>
      by === "campaign"
        ? {
            path: reportSql,
            values: given({ by, columns: "spend", traffic: "all", network, platform, from, to }),
          }
        : { path: "/projects/:project/spend/sql", values: given({ by, network, platform, from, to }) },
  },
  budgets: {
    path: "/projects/:project/budgets",
    about: "Get each budget with its spend so far, its expected spend and its projected end.",
    screen: "/spend",
    sql: sqlAt("/projects/:project/budgets/sql"),
  },
  skan: {
    path: "/projects/:project/apple-postbacks/figures",
    about: "Get the figures of Apple's postbacks (SKAdNetwork and AdAttributionKit).",
    screen: "/ios",
    shared: days,
    sql: sqlAt("/projects/:project/apple-postbacks/figures/sql"),
  },
  link_warnings: {
    path: "/projects/:project/links/warnings",
    about: "List problems with the parameters of tracking links.",
    screen: "/campaigns",
  },
  alerts: {
    path: "/projects/:project/alerts/firing",
    about: "List active alerts that are not muted.",
    screen: "/alerts",
  },
  deliveries: {
    path: "/projects/:project/deliveries",
    about: "List deliveries to networks, affiliates and webhooks, with the reason if one was not sent.",
    screen: "/deliveries",
  },
};

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
  const { query, body, handle } = route.declaration;
  const reply = await handle({
    // Routes that only read do not look at the member, whose name would be the author of a change.
    caller: { member: { id: null, email: serverKeyActor(keyPrefix).name }, role, project },
    call: { ...call, params: { ...params, project: String(project.id) } },
    params: undefined,
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
