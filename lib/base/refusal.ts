import { type ErrorCode, statusesOf } from "@/lib/base/error-codes";

/**
 * The only error that a caller may read. Everything else that is thrown is a bug or a failing dependency, and is
 * answered with a sentence that reveals nothing internal.
 */
export class Refusal extends Error {
  /** What programs compare; sent in the header `Cairn-Error`. */
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Further top-level keys of the answer, such as `payment_link`; also placed in `data`. */
  readonly extra: Record<string, unknown> | null;
  /** The reason for each refused field, for forms. */
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
