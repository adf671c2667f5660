/** The answers of /api/dashboard as the screens read them. */
import type { z } from "zod";
import type * as accounts from "@/lib/accounts/schema";
import type * as audit from "@/lib/audit/schema";
import type * as domains from "@/lib/projects/domains/schema";
import type * as projects from "@/lib/projects/schema";
import type * as serverKeys from "@/lib/projects/server-keys/schema";
import type * as storeListings from "@/lib/projects/store-listings/schema";

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
export type Project = z.output<typeof projects.ownProject>;
export type NewProject = z.output<typeof projects.newProject>;
export type Limits = z.output<typeof projects.limits>;
export type LimitRow = Limits["limits"][number];
export type Billing = z.output<typeof projects.billing>;
export type Domains = z.output<typeof domains.domains>;
export type Domain = Domains["domains"][number];
export type ServerKeys = z.output<typeof serverKeys.keys>;
export type ServerKey = ServerKeys["server_keys"][number];
export type NewServerKey = z.output<typeof serverKeys.newKey>;
export type StoreListings = z.output<typeof storeListings.listings>;
export type StoreListing = StoreListings["store_listings"][number];
