import { actorOf } from "@/lib/accounts/audit/actor";
import { changeListing, removeListing } from "@/lib/campaigns/store-listings/manage";
import { listingChanges, oneListing, removedListing } from "@/lib/campaigns/store-listings/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/store-listings/:id";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  PATCH: defineRoute(projectRoute("store-listings.write"), {
    summary: "Change a store listing",
    tag: "Store listings",
    body: listingChanges,
    answers: { 200: { msg: "Saved.", data: oneListing } },
    async handle({ caller, call, body }) {
      const changes = { id: call.params.id ?? "", name: body.name ?? null, page: body.url ?? null };
      return ok("Saved.", await changeListing(caller.project, changes, actorOf(caller.member), call.now));
    },
  }),
  DELETE: defineRoute(projectRoute("store-listings.write"), {
    summary: "Remove a store listing that no campaign uses",
    tag: "Store listings",
    answers: {
      200: { msg: "Store listing removed.", data: removedListing },
      409: { description: "A campaign uses it." },
    },
    handle: async ({ caller, call }) =>
      ok(
        "Store listing removed.",
        await removeListing(caller.project, call.params.id ?? "", actorOf(caller.member)),
      ),
  }),
});
