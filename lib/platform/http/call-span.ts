import type { SpanOptions } from "@/lib/base/traces/span";

/** The same fields are in the call's log line. */
export type LoggedCall = {
  requestId: string;
  method: string;
  route: string;
  status: number;
  project?: number;
};

/**
 * The attributes that OpenTelemetry defines for a call. The path is left out, because it may contain names that people
 * chose.
 */
export const callAttributes = ({ requestId, method, route, status, project }: LoggedCall): SpanOptions => ({
  name: `${method} ${route}`,
  attributes: {
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": status,
    "cairn.request_id": requestId,
    "cairn.project_id": project,
  },
  failed: status >= 500 ? String(status) : undefined,
});
