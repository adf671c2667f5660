import type { z } from "zod";
import type { FormOf } from "@/components/form";
import { appSettingsInput } from "@/lib/campaigns/links/schema";

/** A form holds every list, whatever a request may leave out. */
export const appLinksValues = appSettingsInput.required();
export type AppLinksValues = z.input<typeof appLinksValues>;
export type AppLinksForm = FormOf<AppLinksValues, z.output<typeof appLinksValues>>;
