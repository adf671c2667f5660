import { z } from "zod";
import { clientFields, openObject, optionalText, requiredText } from "@/lib/installs/schema";

export const captureEventBody = z.object({
  ...clientFields,
  event_name: requiredText("event_name", 256),
  event_data: openObject("event_data"),
  user_id: optionalText("user_id", 256),
  /** Some clients number their events; a repeat is then ignored. */
  event_id: optionalText("event_id", 256),
});
