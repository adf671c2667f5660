import { z } from "zod";

const sentence = "Enter an address such as https://cairn.example, without a path.";

/** The address that others will call, so it has only an origin: no path, query or user. */
const origin = z.string({ error: sentence }).transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && `${url.origin}/` === url.href && /^https?:$/.test(url.protocol);
  if (!isPlain) context.addIssue({ code: "custom", message: sentence });
  return url?.origin ?? "";
});

export const moveInput = z.object({
  to: origin,
  links: origin.optional(),
  number: z.coerce
    .number({ error: "Enter the project's number on the other instance, such as 7." })
    .int("Enter the project's number on the other instance, such as 7.")
    .positive("Enter the project's number on the other instance, such as 7.")
    .optional(),
});
export type MoveInput = z.output<typeof moveInput>;
