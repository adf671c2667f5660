import type { ErrorCode } from "@/lib/base/error-codes";

/** Why an error occurs, and what a caller can do about it. */
export type ErrorText = { cause: string; fix: string };
export type ErrorTexts = Partial<Record<ErrorCode, ErrorText>>;
