import { z } from "zod";
import { campaignNameInput, emptyNameText } from "@/lib/campaigns/create-schema";
import { sentPurpose } from "@/lib/campaigns/schema";

export const editBody = z
  .object({
    name: campaignNameInput(emptyNameText).optional(),
    active: z
      .boolean({ error: "Active field must be a boolean!" })
      .optional()
      .meta({ description: "False pauses the campaign; true resumes it." }),
    purpose: sentPurpose,
  })
  .refine(({ name, active, purpose }) => name !== undefined || active !== undefined || purpose != null, {
    error: "At least one field (name or active) is required for update!",
  });

export type EditBody = z.output<typeof editBody>;
