import type { Address } from "@/app/(dashboard)/api";

/** Where the campaigns of a project are asked for. */
export type CampaignsAddress = Address<"/projects/:project/campaigns">;
