import { type ErrorCode, statusesOf } from "@/lib/base/error-codes";
/**
 * The only error that a caller may read. Every other error is a bug or a failing dependency, and is answered with a
 * sentence that reveals nothing internal.
 */
export class Refusal extends Error {
  /** The code that programs compare; sent in the header `Cairn-Error`. */
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Further top-level keys of the response, such as `payment_link`; also placed in `data`. */
  readonly extra: Record<string, unknown> | null;
  /** The reason for each rejected field, for forms. */
  readonly fields: Record<string, string> | null;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      /** One of the code's other statuses. */
      status?: number | undefined;
      headers?: Record<string, string>;
      extra?: Record<string, unknown>;
      fields?: Record<string, string>;
    } = {},
  ) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.status = more.status ?? statusesOf(code)[0]!;
    this.headers = more.headers ?? {};
    this.extra = more.extra ?? null;
    this.fields = more.fields ?? null;
  }
}
