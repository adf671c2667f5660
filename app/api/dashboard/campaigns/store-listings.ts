import { actorOf } from "@/lib/accounts/audit/actor";
import {
  changeListing,
  createListing,
  listListings,
  newListingId,
  readListing,
  removeListing,
} from "@/lib/campaigns/store-listings/listings";
import {
  listingChanges,
  listingInput,
  listings,
  oneListing,
  removedListing,
} from "@/lib/campaigns/store-listings/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const storeListingsRoutes = {
  "/projects/:project/store-listings": {
    GET: defineRoute(projectRoute("store-listings.read"), {
      summary: "List store listings",
      tag: "Store listings",
      answers: { 200: { msg: "Store listings.", data: listings } },
      handle: async ({ caller }) => ok("Store listings.", await listListings(caller.project)),
    }),
    POST: defineRoute(projectRoute("store-listings.write"), {
      summary: "Add a store listing",
      description: "Cairn reads platform, app and custom page from the URL.",
      tag: "Store listings",
      body: listingInput,
      answers: { 201: { msg: "Store listing added.", data: oneListing } },
      async handle({ caller, body, call }) {
        const listing = { name: body.name, page: body.url };
        const at = { id: newListingId(), now: call.now };
        const made = await createListing(caller.project, listing, actorOf(caller.member), at);
        return createdReply("Store listing added.", made);
      },
    }),
  },
  "/projects/:project/store-listings/:id/read": {
    POST: defineRoute(
      { ...projectRoute("store-listings.write"), deadlineMs: 15_000 },
      {
        summary: "Refresh the app's name, icon and rating from the store",
        description: "Link pages show them. Only the app's public ID is sent to the store.",
        tag: "Store listings",
        answers: {
          200: { msg: "Read.", data: oneListing },
          404: { description: "The store has no public page of the app." },
          424: { description: "The store did not respond, or its response can't be read." },
        },
        handle: async ({ caller, call }) =>
          ok(
            "Read.",
            await readListing(caller.project, call.params.id ?? "", actorOf(caller.member), {
              now: call.now,
            }),
          ),
      },
    ),
  },
  "/projects/:project/store-listings/:id": {
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
  },
};
