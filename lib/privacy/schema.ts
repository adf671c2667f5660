import { z } from "zod";

const named = z.string().trim().max(512).optional();

export const personInput = z
  .object({ user: named, install: named })
  .refine((one) => Boolean(one.user) !== Boolean(one.install), {
    path: ["user"],
    message: "Name somebody by a user id or by an install.",
  });

export const eraseInput = z.object({
  user: named,
  install: named,
  confirm: z.literal("erase", { error: "Write the word erase." }),
});

export const erased = z.object({
  installs: z.number(),
  clicks: z.number(),
  events: z.number(),
  payments: z.number(),
});

export const personExport = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
