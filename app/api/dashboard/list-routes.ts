/** The routes of a list: its pages, the file of matching rows and, if it is counted, its totals. */
import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Action } from "@/lib/accounts/access/roles";
import { noteExport } from "@/lib/accounts/audit/exported";
import { projectRoute } from "@/lib/gateway/session-routes";
import { download, ok } from "@/lib/platform/http/reply";
import { defineRoute, type Route, type Typed } from "@/lib/platform/http/route";
import type { CountedList, List } from "@/lib/platform/lists/list";
import type { AnyListSchema } from "@/lib/platform/lists/schema";

type Answering<Query, Data> = { GET: Route & Typed<Query, undefined, Data> };
type ListRoutes<Path extends string, Schema extends AnyListSchema> = Record<
  Path,
  Answering<z.input<Schema["query"]>, z.output<Schema["page"]>>
> &
  Record<`${Path}/export.csv`, Answering<z.input<Schema["filter"]>, null>>;
type TotalsRoute<Path extends string, Schema extends AnyListSchema> = Record<
  `${Path}/totals`,
  Answering<z.input<Schema["filter"]>, z.output<Schema["totals"]>>
>;

/** `description` describes the rows in the reference. */
type Settings = { action: Action; description?: string };
type Summary = { summary: string; description: string };

export function listRoutes<const Path extends string, Schema extends AnyListSchema>(
  path: Path,
  { schema, page, csv }: List<Schema, Project>,
  { action, description }: Settings,
): ListRoutes<Path, Schema> {
  const { title } = schema;
  const rows = title.toLowerCase();
  const routes = {
    [path]: {
      GET: defineRoute(projectRoute(action), {
        summary: `${title} of a project that match, newest first`,
        ...(description && { description }),
        tag: title,
        query: schema.query,
        answers: {
          200: { msg: `${title}.`, data: schema.page },
          422: { description: "The limit is none." },
        },
        handle: async ({ caller, query }) => ok(`${title}.`, await page(caller.project, query as never)),
      }),
    },
    [`${path}/export.csv`]: {
      GET: defineRoute(projectRoute(action), {
        summary: `The ${rows} that match, as CSV`,
        description: "The newest 100,000 of them.",
        tag: title,
        query: schema.filter,
        answers: { 200: { description: "RFC 4180, UTF-8." } },
        async handle({ caller, query }) {
          await noteExport(caller.project, caller.member, title);
          const text = await csv(caller.project, query as never);
          return download("text/csv; charset=utf-8", `${caller.project.slug}-${rows}.csv`, text);
        },
      }),
    },
  };
  return routes as unknown as ListRoutes<Path, Schema>;
}

export function countedListRoutes<const Path extends string, Schema extends AnyListSchema>(
  path: Path,
  list: CountedList<Schema, Project>,
  { totals, ...settings }: Settings & { totals: Summary },
): ListRoutes<Path, Schema> & TotalsRoute<Path, Schema> {
  const { schema } = list;
  const counted = {
    [`${path}/totals`]: {
      GET: defineRoute(projectRoute(settings.action), {
        ...totals,
        tag: schema.title,
        query: schema.filter,
        answers: { 200: { msg: "Totals.", data: schema.totals } },
        handle: async ({ caller, query }) => ok("Totals.", await list.totals(caller.project, query as never)),
      }),
    },
  };
  return { ...listRoutes(path, list, settings), ...(counted as unknown as TotalsRoute<Path, Schema>) };
}
