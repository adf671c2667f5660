import type { ErrorCode } from "@/lib/base/error-codes";

/** The cause of an error, and the fix for a caller. */
export type ErrorText = { cause: string; fix: string };
export type ErrorTexts = Partial<Record<ErrorCode, ErrorText>>;
