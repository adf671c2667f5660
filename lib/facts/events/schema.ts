import { z } from "zod";
import {
  appOnlyFields,
  clientFields,
  clockFields,
  looseObject,
  optionalText,
  requiredText,
} from "@/lib/facts/app-calls/schema";

export const captureEventBody = z.object({
  ...clientFields,
  ...clockFields,
  event_name: requiredText("event_name", 256).meta({ description: "The event's name.", example: "hike" }),
  event_data: looseObject("event_data").meta({
    description: "Any details. A numeric `amount` is added up, in the project's currency.",
    example: { km: 12.4, amount: 3.5 },
  }),
  user_id: optionalText("user_id", 256).meta({
    description: "Your ID for the user, if not the one signed in on the install.",
  }),
  event_id: optionalText("event_id", 256).meta({
    description: "Your ID for the event. Repeats are ignored.",
    example: "event-1",
  }),
});

export const serverEventBody = captureEventBody.omit(appOnlyFields);
