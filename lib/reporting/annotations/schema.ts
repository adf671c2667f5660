import { z } from "zod";
import { requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";

const day = z
  .string({ error: t("The day must be a date of the form YYYY-MM-DD.") })
  .refine(
    (text) => z.iso.date().safeParse(text).success && !text.startsWith("0000"),
    t("The day must be a date of the form YYYY-MM-DD."),
  );

export const annotationInput = z.object({ day, text: requiredLine(t("Note"), 200) });
export type AnnotationInput = z.output<typeof annotationInput>;

const annotation = z.object({
  id: z.number().int(),
  day: z.string(),
  text: z.string(),
  by: z.string(),
  created_at: timestamp,
});
export type Annotation = z.output<typeof annotation>;

export const annotationList = z.object({ annotations: z.array(annotation) });
export const oneAnnotation = z.object({ annotation });
