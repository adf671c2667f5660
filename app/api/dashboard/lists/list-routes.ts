/** The routes of a list: its pages, its totals, and its export. */
import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { type MemberAction, may, type Role } from "@/lib/accounts/access/roles";
import { noteExport } from "@/lib/accounts/audit/note-export";
import { projectRoute } from "@/lib/gateway/session-routes";
import { csvResponse, ok, projectCsvReply } from "@/lib/platform/http/reply";
import { defineRoute, type Route, type RouteTypes } from "@/lib/platform/http/route";
import type { ListDefinition, RowMask } from "@/lib/platform/lists/list";
import type { AnyListSchema } from "@/lib/platform/lists/schema";

type Answering<Query, Data> = { GET: Route & RouteTypes<Query, undefined, Data> };
type ListRoutes<Path extends string, Schema extends AnyListSchema> = Record<
  Path,
  Answering<z.input<Schema["query"]>, z.output<Schema["page"]>>
> &
  Record<`${Path}/totals`, Answering<z.input<Schema["filter"]>, z.output<Schema["totals"]>>> &
  Record<`${Path}/export.csv`, Answering<z.input<Schema["filter"]>, null>>;

/** `description` describes the rows in the reference. `mask` is for members who may not see users' identities. */
type Settings = { action: MemberAction; description?: string; mask?: RowMask };

export function listRoutes<const Path extends string, Schema extends AnyListSchema>(
  path: Path,
  { schema, page, csv, totals }: ListDefinition<Schema, Project>,
  { action, description, mask }: Settings,
): ListRoutes<Path, Schema> {
  const { title } = schema;
  const rows = title.toLowerCase();
  const maskFor = (role: Role) => (may(role, "people.read") ? undefined : mask);
  const routes = {
    [path]: {
      GET: defineRoute(projectRoute(action), {
        summary: `List matching ${rows}, newest first`,
        ...(description && { description }),
        tag: title,
        query: schema.query,
        answers: {
          200: { msg: `${title}.`, data: schema.page },
          422: { description: "limit is not valid." },
        },
        handle: async ({ caller, query }) =>
          ok(`${title}.`, await page(caller.project, query as never, maskFor(caller.role))),
      }),
    },
    [`${path}/totals`]: {
      GET: defineRoute(projectRoute(action), {
        summary: `Count matching ${rows}, with their totals`,
        description: "Over the newest 100,000 matching rows.",
        tag: title,
        query: schema.filter,
        answers: { 200: { msg: "Totals.", data: schema.totals } },
        handle: async ({ caller, query }) => ok("Totals.", await totals(caller.project, query as never)),
      }),
    },
    [`${path}/export.csv`]: {
      GET: defineRoute(projectRoute(action), {
        summary: `Export matching ${rows} as CSV`,
        description: "The newest 100,000 rows.",
        tag: title,
        query: schema.filter,
        answers: { 200: csvResponse },
        async handle({ caller, query }) {
          await noteExport(caller.project, caller.member, title);
          const text = await csv(caller.project, query as never, maskFor(caller.role));
          return projectCsvReply(caller.project, rows, text);
        },
      }),
    },
  };
  return routes as unknown as ListRoutes<Path, Schema>;
}
