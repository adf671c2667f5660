import type { FieldError, FieldErrors, FieldValues, Resolver } from "react-hook-form";
import { set } from "react-hook-form";
import type { z } from "zod";

/**
 * Validates a form with the schema of the request that it sends. `messageOf` replaces messages for programs by messages for
 * readers.
 */
export function zodResolver<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  messageOf: (message: string) => string = (message) => message,
): Resolver<Input, unknown, Output> {
  return async (values) => {
    const result = await schema.safeParseAsync(values);
    if (result.success) return { values: result.data, errors: {} };
    const errors: FieldErrors<Input> = {};
    const seen = new Set<string>();
    for (const issue of result.error.issues) {
      const path = issue.path.join(".") || "root";
      // Only the first error of a field is shown.
      if (seen.has(path)) continue;
      seen.add(path);
      set(errors, path, {
        type: issue.code ?? "invalid",
        message: messageOf(issue.message),
      } satisfies FieldError);
    }
    return { values: {}, errors };
  };
}
