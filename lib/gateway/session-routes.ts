/** The kinds of route for the dashboard, mostly for signed-in members. */

import type { Member, SessionToken } from "@/lib/accounts/access/member";
import { type Project, projectFromRow } from "@/lib/accounts/access/project";
import { type MemberAction, may, type Role } from "@/lib/accounts/access/roles";
import {
  type AccountRow,
  findMemberBySession,
  findMemberInAccount,
  findMemberInProject,
} from "@/lib/accounts/sessions/member-queries";
import { memberOfCall, sessionOfCall } from "@/lib/accounts/sessions/session";
import { recordSessionUse } from "@/lib/accounts/sessions/sessions";
import type { AccountId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { frozenRefusal, refuseFrozenChange } from "@/lib/gateway/frozen";
import { otherSiteText, refuseOtherOrigins } from "@/lib/gateway/same-origin";
import type { Call } from "@/lib/platform/http/call";
import type { RouteKind } from "@/lib/platform/http/route";

export type Account = { id: AccountId; name: string };
/** `session` is the ID of the call's session. */
export type SessionCaller = { member: Member; session: string };
export type AccountCaller = { member: Member; role: Role; account: Account };
export type ProjectCaller = { member: Member; role: Role; project: Project };
export type VisitorCaller = { member: Member | null };

const signIn = "Sign in first.";
const forbidden = "You don't have permission to do this.";
const unknown = "Not found.";
const sampleText =
  "A sample project receives no links and sends nothing. Create a project of your own for that.";

const base = {
  security: "session" as const,
  bodyLimit: 64 * 1024,
  cors: false,
  bodyFirst: false,
  deadlineMs: 15_000,
};

/** The 401 is checked first, so that a caller who is not signed in gets no other information. */
async function signedIn<T>(
  call: Call,
  find: (session: SessionToken) => Promise<T | null>,
): Promise<T & { session: string }> {
  const session = await sessionOfCall(call);
  const found = session && (await find(session));
  if (!found) throw new Refusal("not_signed_in", signIn);
  recordSessionUse(session);
  refuseOtherOrigins(call);
  return { ...found, session: session.id };
}

/** Any signed-in member may call. */
export const sessionRoute: RouteKind<SessionCaller> = {
  ...base,
  name: "session",
  answers: { 401: signIn, 403: otherSiteText },
  async admit(call) {
    const { member, session } = await signedIn(call, async (token) => {
      const found = await findMemberBySession(token);
      return found && { member: found };
    });
    return { caller: { member, session } };
  },
};

/** Anyone may call, signed in or not: the first run, invitations. */
export const visitorRoute: RouteKind<VisitorCaller> = {
  ...base,
  name: "visitor",
  security: null,
  answers: { 403: otherSiteText },
  async admit(call) {
    refuseOtherOrigins(call);
    return { caller: { member: await memberOfCall(call) } };
  },
};

/** A member of the account in the path whose role allows the action. For others the account does not exist. */
export function accountRoute(action: MemberAction): RouteKind<AccountCaller> {
  return {
    ...base,
    name: `account: ${action}`,
    answers: { 401: signIn, 403: forbidden, 404: unknown },
    async admit(call) {
      const { member, account } = await signedIn(call, (session) =>
        findMemberInAccount(session, idOf(call.params.account)),
      );
      if (!account) throw new Refusal("not_found", unknown);
      if (!may(account.role, action)) throw new Refusal("permission_denied", forbidden);
      return { caller: { member, role: account.role, account: accountOf(account) } };
    },
  };
}

type ProjectRouteKind = RouteKind<ProjectCaller> & { action: MemberAction };

/** The action of a route of a project that a role must allow; null for other routes. */
export const actionOf = (kind: RouteKind<unknown>): MemberAction | null =>
  "action" in kind ? (kind as RouteKind<unknown> & { action: MemberAction }).action : null;

const leaving = new Set<MemberAction>(["project.archive", "project.delete"]);

/** Changes by which a sample project would receive links or calls, or send something. */
const outward = new Set<MemberAction>([
  "alerts.write",
  "destinations.write",
  "audiences.write",
  "domains.write",
  "network-accounts.write",
  "server-keys.write",
  "store-listings.write",
]);

/** A member of the account that owns the project in the path (by ID or slug), whose role allows the action. */
export function projectRoute(action: MemberAction): ProjectRouteKind {
  return {
    ...base,
    action,
    name: `project: ${action}`,
    refusalOf: frozenRefusal,
    answers: { 401: signIn, 403: forbidden, 404: unknown },
    async admit(call) {
      const { member, project } = await signedIn(call, (session) =>
        findMemberInProject(session, named(call.params.project ?? "")),
      );
      if (!project) throw new Refusal("not_found", unknown);
      call.project = project.project_id;
      if (!may(project.role, action)) throw new Refusal("permission_denied", forbidden);
      const known = projectFromRow(project);
      if (known.isSample && call.method !== "GET" && outward.has(action))
        throw new Refusal("permission_denied", sampleText);
      // After a move, the owner may still archive or delete the project here.
      if (!(known.frozen?.movedTo && leaving.has(action))) refuseFrozenChange(known, call.method);
      return { caller: { member, role: project.role, project: known } };
    },
  };
}

const accountOf = (row: AccountRow): Account => ({ id: row.account_id as AccountId, name: row.account_name });

/** A slug is never all digits. A text that is neither an ID nor a slug is treated as an unknown slug. */
function named(text: string): { id: number } | { slug: string } {
  const id = idOf(text);
  if (id !== null) return { id };
  return { slug: /^[a-z0-9-]{1,80}$/.test(text) ? text : "" };
}

/** Null for a text that is not an ID. */
function idOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
