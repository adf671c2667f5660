import { z } from "zod";
import { listRoutes } from "@/app/api/dashboard/lists/list-routes";
import { may } from "@/lib/accounts/access/roles";
import { actorOf } from "@/lib/accounts/audit/actor";
import { simulateInput } from "@/lib/attribution/simulate/schema";
import { changedMeanwhile, idParams, removed } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import {
  deliveriesList,
  replayDeliveries,
  reportDeliveries,
  showDelivery,
} from "@/lib/outbound/deliveries/deliveries";
import {
  deliveryPreviews,
  deliveryReplayInput,
  deliveryReport,
  oneDelivery,
  previewQuery,
  replayed,
} from "@/lib/outbound/deliveries/schema";
import {
  changeDestination,
  createDestination,
  dropDestination,
  listDestinations,
  listKinds,
  pauseByHand,
  resume,
  rotateSecret,
  showDestination,
} from "@/lib/outbound/destinations/destinations";
import {
  destinationChange,
  destinationInput,
  destinationList,
  kindList,
  oneDestination,
} from "@/lib/outbound/destinations/schema";
import { testDestination, tested } from "@/lib/outbound/destinations/test-call";
import { previewFact } from "@/lib/outbound/preview";
import { previewSimulated } from "@/lib/outbound/preview-simulated";
import { created, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const tag = "Destinations";
const params = idParams("id");

export const destinationsRoutes = {
  "/projects/:project/destinations": {
    GET: defineRoute(projectRoute("destinations.read"), {
      summary: "Who is told what happens, and how that went in the last seven days",
      tag,
      answers: { 200: { msg: "Destinations.", data: destinationList } },
      handle: async ({ caller, call }) =>
        ok("Destinations.", await listDestinations(caller.project, call.now)),
    }),
    POST: defineRoute(projectRoute("destinations.write"), {
      summary: "Add a destination",
      description:
        "Begins as a dry run unless another mode is named. A webhook's signing secret is shown this once.",
      tag,
      body: destinationInput,
      answers: { 201: { msg: "Destination added.", data: oneDestination } },
      handle: async ({ caller, body, call }) =>
        created(
          "Destination added.",
          await createDestination(caller.project, body, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/projects/:project/destinations/kinds": {
    GET: defineRoute(projectRoute("destinations.read"), {
      summary: "The kinds of destinations, what they need and what they can be told",
      tag,
      answers: { 200: { msg: "Kinds.", data: kindList } },
      handle: async () => ok("Kinds.", listKinds()),
    }),
  },
  "/projects/:project/destinations/preview": {
    GET: defineRoute(projectRoute("destinations.read"), {
      summary: "What each destination would be told of an install, event or payment, and why not",
      tag,
      query: previewQuery,
      answers: { 200: { msg: "Preview.", data: deliveryPreviews } },
      handle: async ({ caller, query, call }) =>
        ok("Preview.", await previewFact(caller.project, query, call.now, may(caller.role, "people.read"))),
    }),
  },
  "/projects/:project/destinations/preview-simulated": {
    POST: defineRoute(projectRoute("destinations.read"), {
      summary: "What each destination would be told of an invented install, and why not; nothing is stored",
      tag,
      body: simulateInput,
      answers: {
        200: { msg: "Preview.", data: deliveryPreviews },
        400: { msg: "There is no such campaign." },
      },
      handle: async ({ caller, body, call }) =>
        ok("Preview.", await previewSimulated(caller.project, body, call.now)),
    }),
  },
  "/projects/:project/destinations/:id": {
    GET: defineRoute(projectRoute("destinations.read"), {
      summary: "A destination",
      tag,
      params,
      answers: { 200: { msg: "Destination.", data: oneDestination } },
      handle: async ({ caller, params, call }) =>
        ok("Destination.", await showDestination(caller.project, params.id, call.now)),
    }),
    PUT: defineRoute(projectRoute("destinations.write"), {
      summary: "Change a destination",
      description: "What is left out stays. Deliveries that wait go out under what it says then.",
      tag,
      params,
      body: destinationChange,
      answers: { 200: { msg: "Saved.", data: oneDestination }, 412: { msg: changedMeanwhile } },
      handle: async ({ caller, params, body, call }) =>
        ok(
          "Saved.",
          await changeDestination(caller.project, params.id, body, actorOf(caller.member), call.now),
        ),
    }),
    DELETE: defineRoute(projectRoute("destinations.write"), {
      summary: "Remove a destination",
      description: "What waits for it is skipped. What was sent stays in the log.",
      tag,
      params,
      answers: { 200: { msg: "Removed.", data: removed } },
      handle: async ({ caller, params, call }) =>
        ok("Removed.", await dropDestination(caller.project, params.id, actorOf(caller.member), call.now)),
    }),
  },
  "/projects/:project/destinations/:id/pause": {
    POST: defineRoute(projectRoute("destinations.write"), {
      summary: "Send nothing until it is resumed",
      description: "What happens meanwhile waits.",
      tag,
      params,
      answers: { 200: { msg: "Paused.", data: oneDestination } },
      handle: async ({ caller, params, call }) =>
        ok("Paused.", await pauseByHand(caller.project, params.id, actorOf(caller.member), call.now)),
    }),
    DELETE: defineRoute(projectRoute("destinations.write"), {
      summary: "Go on with what waits",
      tag,
      params,
      answers: { 200: { msg: "Resumed.", data: oneDestination } },
      handle: async ({ caller, params, call }) =>
        ok("Resumed.", await resume(caller.project, params.id, actorOf(caller.member), call.now)),
    }),
  },
  "/projects/:project/destinations/:id/secret": {
    POST: defineRoute(projectRoute("destinations.write"), {
      summary: "Make a new signing secret for a webhook",
      description: "It is shown this once. Messages are signed by the old one as well for a day.",
      tag,
      params,
      answers: {
        200: { msg: "New secret.", data: oneDestination },
        409: { msg: "Only webhooks have a signing secret." },
        412: { msg: changedMeanwhile },
      },
      handle: async ({ caller, params, call }) =>
        ok("New secret.", await rotateSecret(caller.project, params.id, actorOf(caller.member), call.now)),
    }),
  },
  "/projects/:project/destinations/:id/test": {
    POST: defineRoute(projectRoute("destinations.write"), {
      summary: "Send a test message, or ask the network whether it would accept one",
      tag,
      params,
      answers: { 200: { msg: "Tested.", data: tested } },
      handle: async ({ caller, params, call }) =>
        ok("Tested.", await testDestination(caller.project, params.id, call.now)),
    }),
  },
  "/projects/:project/destinations/:id/report": {
    GET: defineRoute(projectRoute("destinations.read"), {
      summary: "What became of the deliveries of the last thirty days, day by day",
      tag,
      params,
      answers: { 200: { msg: "Report.", data: deliveryReport } },
      handle: async ({ caller, params, call }) =>
        ok("Report.", await reportDeliveries(caller.project, params.id, call.now)),
    }),
  },
  ...listRoutes("/projects/:project/deliveries", deliveriesList, { action: "destinations.read" }),
  "/projects/:project/deliveries/replay": {
    POST: defineRoute(projectRoute("destinations.write"), {
      summary: "Send deliveries again: some, or those of a destination and time",
      description: "Up to 10,000 at a time. Receivers recognize a repeat by its id.",
      tag,
      body: deliveryReplayInput,
      answers: { 200: { msg: "They are on their way again.", data: replayed } },
      handle: async ({ caller, body, call }) =>
        ok(
          "They are on their way again.",
          await replayDeliveries(caller.project, body, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/projects/:project/deliveries/:delivery": {
    GET: defineRoute(projectRoute("destinations.read"), {
      summary: "A delivery: what exactly was sent, which gate decided, and every answer",
      tag,
      params: z.object({ delivery: z.string() }),
      answers: { 200: { msg: "Delivery.", data: oneDelivery } },
      handle: async ({ caller, params }) =>
        ok("Delivery.", await showDelivery(caller.project, params.delivery, may(caller.role, "people.read"))),
    }),
  },
};
