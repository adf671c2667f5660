/** The position of a piece of work in a trace, as W3C Trace Context defines it. */
export type Context = { traceId: string; spanId: string; isSampled: boolean; state: string };

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const stateForm = /^[\x20-\x7e\t]{1,512}$/;

type Header = string | string[] | null | undefined;

/** Null for an invalid header, which is ignored. In a later version of the header, only the known fields are read. */
export function readContext(parent: Header, state: Header): Context | null {
  const [, version, traceId = "", spanId = "", flags = "", rest] = form.exec(oneOf(parent)) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  const stateText = Array.isArray(state) ? state.join(",") : (state ?? "");
  return {
    traceId,
    spanId,
    isSampled: (Number.parseInt(flags, 16) & 1) === 1,
    state: stateForm.test(stateText) ? stateText : "",
  };
}

export function writeContext({ traceId, spanId, isSampled, state }: Context) {
  const traceparent = `00-${traceId}-${spanId}-0${Number(isSampled)}`;
  return state === "" ? { traceparent } : { traceparent, tracestate: state };
}

const oneOf = (header: Header): string => (typeof header === "string" ? header : "");
