import { z } from "zod";
import {
  clientFields,
  clockFields,
  openObject,
  optionalText,
  requiredText,
} from "@/lib/facts/installs/schema";

export const captureEventBody = z.object({
  ...clientFields,
  ...clockFields,
  event_name: requiredText("event_name", 256).meta({ description: "What happened.", example: "hike" }),
  event_data: openObject("event_data").meta({
    description: "Anything about it. A number under `amount` is added up, in the project's currency.",
    example: { km: 12.4, amount: 3.5 },
  }),
  user_id: optionalText("user_id", 256).meta({
    description: "Who it happened to, where that is not who is signed in on the install.",
  }),
  event_id: optionalText("event_id", 256).meta({
    description: "Some clients number their events; a repeat is then ignored.",
    example: "event-1",
  }),
});
