import { z } from "zod";
import { listRoutes } from "@/app/api/dashboard/lists/list-routes";
import { may } from "@/lib/accounts/access/roles";
import { actorOf } from "@/lib/accounts/audit/actor";
import { simulateInput } from "@/lib/attribution/simulate/schema";
import { changedMeanwhile, idParams, removedById } from "@/lib/base/fields";
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
  listDestinationKinds,
  listDestinations,
  pauseDestinationByMember,
  resumeDestination,
  rotateSecret,
  showDestination,
} from "@/lib/outbound/destinations/destinations";
import {
  destinationChange,
  destinationInput,
  destinationKindList,
  destinationList,
  oneDestination,
} from "@/lib/outbound/destinations/schema";
import { testCallResult, testDestination } from "@/lib/outbound/destinations/test-call";
import { previewFact } from "@/lib/outbound/preview/preview";
import { previewSimulated } from "@/lib/outbound/preview/simulated";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const tag = "Destinations";
const params = idParams("id");

export const destinationsRoutes = {
  "/projects/:project/destinations": {
    GET: defineRoute(projectRoute("destinations.read"), {
      summary: "List destinations with the results of the last seven days",
      tag,
      answers: { 200: { msg: "Destinations.", data: destinationList } },
      handle: async ({ caller, call }) =>
        ok("Destinations.", await listDestinations(caller.project, call.now)),
    }),
    POST: defineRoute(projectRoute("destinations.write"), {
      summary: "Add a destination",
      description:
        "Starts as a dry run unless you set another mode. A webhook's signing secret is shown only once.",
      tag,
      body: destinationInput,
      answers: { 201: { msg: "Destination added.", data: oneDestination } },
      handle: async ({ caller, body, call }) =>
        createdReply(
          "Destination added.",
          await createDestination(caller.project, body, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/projects/:project/destinations/kinds": {
    GET: defineRoute(projectRoute("destinations.read"), {
      summary: "List the kinds of destinations with their settings and events",
      tag,
      answers: { 200: { msg: "Kinds.", data: destinationKindList } },
      handle: async () => ok("Kinds.", listDestinationKinds()),
    }),
  },
  "/projects/:project/destinations/preview": {
    GET: defineRoute(projectRoute("destinations.read"), {
      summary: "Preview the deliveries of an install, event or payment",
      tag,
      query: previewQuery,
      answers: { 200: { msg: "Preview.", data: deliveryPreviews } },
      handle: async ({ caller, query, call }) =>
        ok("Preview.", await previewFact(caller.project, query, call.now, may(caller.role, "people.read"))),
    }),
  },
  "/projects/:project/destinations/preview-simulated": {
    POST: defineRoute(projectRoute("destinations.read"), {
      summary: "Preview the deliveries of a simulated install",
      tag,
      body: simulateInput,
      answers: {
        200: { msg: "Preview.", data: deliveryPreviews },
        400: { msg: "This campaign does not exist." },
      },
      handle: async ({ caller, body, call }) =>
        ok("Preview.", await previewSimulated(caller.project, body, call.now)),
    }),
  },
  "/projects/:project/destinations/:id": {
    GET: defineRoute(projectRoute("destinations.read"), {
      summary: "Get a destination",
      tag,
      params,
      answers: { 200: { msg: "Destination.", data: oneDestination } },
      handle: async ({ caller, params, call }) =>
        ok("Destination.", await showDestination(caller.project, params.id, call.now)),
    }),
    PUT: defineRoute(projectRoute("destinations.write"), {
      summary: "Change a destination",
      description: "Absent fields stay unchanged. Waiting deliveries use the new settings.",
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
      description: "Waiting deliveries are skipped. Sent ones stay in the log.",
      tag,
      params,
      answers: { 200: { msg: "Removed.", data: removedById } },
      handle: async ({ caller, params, call }) =>
        ok("Removed.", await dropDestination(caller.project, params.id, actorOf(caller.member), call.now)),
    }),
  },
  "/projects/:project/destinations/:id/pause": {
    POST: defineRoute(projectRoute("destinations.write"), {
      summary: "Pause a destination",
      description: "New deliveries wait until you resume it.",
      tag,
      params,
      answers: { 200: { msg: "Paused.", data: oneDestination } },
      handle: async ({ caller, params, call }) =>
        ok(
          "Paused.",
          await pauseDestinationByMember(caller.project, params.id, actorOf(caller.member), call.now),
        ),
    }),
    DELETE: defineRoute(projectRoute("destinations.write"), {
      summary: "Resume a destination",
      tag,
      params,
      answers: { 200: { msg: "Resumed.", data: oneDestination } },
      handle: async ({ caller, params, call }) =>
        ok("Resumed.", await resumeDestination(caller.project, params.id, actorOf(caller.member), call.now)),
    }),
  },
  "/projects/:project/destinations/:id/secret": {
    POST: defineRoute(projectRoute("destinations.write"), {
      summary: "Rotate a webhook's signing secret",
      description: "It is shown only once. For a day, webhooks are signed with the old secret as well.",
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
      summary: "Send a test event, or validate one with the network",
      tag,
      params,
      answers: { 200: { msg: "Tested.", data: testCallResult } },
      handle: async ({ caller, params, call }) =>
        ok("Tested.", await testDestination(caller.project, params.id, call.now)),
    }),
  },
  "/projects/:project/destinations/:id/report": {
    GET: defineRoute(projectRoute("destinations.read"), {
      summary: "Get the results of the last thirty days' deliveries by day",
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
      summary: "Send deliveries again, by ID or by destination and time",
      description: "Up to 10,000 at a time. Receivers recognize a repeat by its ID.",
      tag,
      body: deliveryReplayInput,
      answers: { 200: { msg: "The deliveries are queued again.", data: replayed } },
      handle: async ({ caller, body, call }) =>
        ok(
          "The deliveries are queued again.",
          await replayDeliveries(caller.project, body, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/projects/:project/deliveries/:delivery": {
    GET: defineRoute(projectRoute("destinations.read"), {
      summary: "Get a delivery with its payload, its gate and all responses",
      tag,
      params: z.object({ delivery: z.string() }),
      answers: { 200: { msg: "Delivery.", data: oneDelivery } },
      handle: async ({ caller, params }) =>
        ok("Delivery.", await showDelivery(caller.project, params.delivery, may(caller.role, "people.read"))),
    }),
  },
};
