import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { MemberAction } from "@/lib/accounts/access/roles";
import { type Actor, actorOf } from "@/lib/accounts/audit/actor";
import { type ProjectCaller, projectRoute } from "@/lib/gateway/session-routes";
import { envelope } from "@/lib/platform/http/reply";
import {
  type Declaration,
  type DeclaredAnswer,
  defineRoute,
  type Route,
  type RouteTypes,
} from "@/lib/platform/http/route";

type Schema = z.ZodType;
type Handled<P, Q, B> = Parameters<Declaration<ProjectCaller, P, Q, B>["handle"]>[0];
type Use<P, Q, B> = Pick<Handled<P, Q, B>, "params" | "query" | "body"> & {
  project: Project;
  by: Actor;
  now: Date;
};

type Endpoint<D extends Schema, P, Q, B> = Omit<Declaration<ProjectCaller, P, Q, B>, "answers" | "handle"> & {
  /** 200 by default. */
  status?: 201;
  msg: string;
  data: D;
  refusals?: Record<number, DeclaredAnswer>;
  /** The use case; it returns the data of the response. */
  run(use: Use<P, Q, B>): Promise<z.output<D>>;
};

/** A dashboard route of a project whose response is a fixed text with the result of a use case. */
export const projectEndpoint = <
  D extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  action: MemberAction,
  { status, msg, data, refusals, run, ...declaration }: Endpoint<D, P, Q, B>,
): Route &
  RouteTypes<
    Q extends Schema ? z.input<Q> : undefined,
    B extends Schema ? z.input<B> : undefined,
    z.output<D>
  > =>
  defineRoute<ProjectCaller, Record<number, DeclaredAnswer>, P, Q, B>(projectRoute(action), {
    ...declaration,
    answers: { ...refusals, [status ?? 200]: { msg, data } },
    handle: async ({ caller: { project, member }, call, params, query, body }) =>
      envelope(
        status ?? 200,
        msg,
        await run({ project, by: actorOf(member), now: call.now, params, query, body }),
      ),
  }) as Route & RouteTypes<never, never, never>;
