import { clientRoute } from "@/lib/access/routes";
import { captureEvent } from "@/lib/events/capture";
import { captureEventBody } from "@/lib/events/schema";
import { endpoint } from "@/lib/http/endpoint";
import { done, doneAnswer } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { noteUnstored } from "@/lib/live/reject";

const received = "Event capture request received!";
const unidentified = "The user is not identified yet; call trigger first. The event was not stored.";

const post = defineRoute(clientRoute, {
  summary: "Record a custom event",
  description: "Stored only for a user who was identified through `trigger`.",
  tag: "Client",
  body: captureEventBody,
  answers: { 200: doneAnswer(received, unidentified) },
  async handle({ caller, call, body }) {
    const told = { userAgent: call.header("user-agent"), now: call.now };
    const outcome = await captureEvent(caller.project, body, told);
    if (outcome === "unidentified") noteUnstored(caller.project.id, "capture-event", unidentified, call);
    return done(received, outcome === "unidentified" ? unidentified : received);
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/capture-event", {
  POST: post,
});
