import { actorOf } from "@/lib/accounts/audit/actor";
import { createListing, listListings, newListingId } from "@/lib/campaigns/store-listings/manage";
import { listingInput, listings, oneListing } from "@/lib/campaigns/store-listings/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { created, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/store-listings";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("store-listings.read"), {
    summary: "Store listings of a project",
    tag: "Store listings",
    answers: { 200: { msg: "Store listings.", data: listings } },
    handle: async ({ caller }) => ok("Store listings.", await listListings(caller.project)),
  }),
  POST: defineRoute(projectRoute("store-listings.write"), {
    summary: "Add a store listing",
    description: "Platform, app and custom page are read from the address.",
    tag: "Store listings",
    body: listingInput,
    answers: { 201: { msg: "Store listing added.", data: oneListing } },
    async handle({ caller, body, call }) {
      const listing = { name: body.name, page: body.url };
      const at = { id: newListingId(), now: call.now };
      const made = await createListing(caller.project, listing, actorOf(caller.member), at);
      return created("Store listing added.", made);
    },
  }),
});
