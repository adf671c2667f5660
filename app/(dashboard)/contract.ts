/** The answers of /api/dashboard as the screens read them. */
import type { z } from "zod";
import type * as accounts from "@/lib/accounts/schema";
import type * as audit from "@/lib/audit/schema";

export type { Role } from "@/lib/access/roles";

export type Me = z.output<typeof accounts.me>;
export type AccountSummary = Me["accounts"][number];
export type ProjectSummary = Me["projects"][number];
export type Members = z.output<typeof accounts.members>;
export type Colleague = Members["members"][number];
export type Invitations = z.output<typeof accounts.invitations>;
export type Invitation = Invitations["invitations"][number];
export type NewInvitation = z.output<typeof accounts.newInvitation>;
export type Offer = z.output<typeof accounts.offer>;
export type AuditPage = z.output<typeof audit.auditPage>;
export type AuditEntry = AuditPage["entries"][number];
