import type { Member } from "@/lib/accounts/access/member";
import type { MemberId } from "@/lib/base/ids";

/** Who changes something: a member, by the e-mail at the time, or whoever runs the server. */
export type Actor = { memberId: MemberId | null; name: string };

export const actorOf = (member: Member): Actor => ({ memberId: member.id, name: member.email });

export const commandLine: Actor = { memberId: null, name: "command line" };

export const serverKeyActor = (prefix: string): Actor => ({ memberId: null, name: `server key ${prefix}` });
