import type { Member } from "@/lib/accounts/access/member";
import type { MemberId } from "@/lib/base/ids";

/** The author of a change: a member, with the email at that time, or the operator of the server. */
export type Actor = { memberId: MemberId | null; name: string };

export const actorOf = (member: Member): Actor => ({ memberId: member.id, name: member.email });

export const commandLine: Actor = { memberId: null, name: "command line" };

export const serverKeyActor = (prefix: string): Actor => ({ memberId: null, name: `server key ${prefix}` });
