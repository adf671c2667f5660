import type { About } from "@/lib/base/traces/span";

/** What a line of the log tells of a call, too. */
export type ToldCall = { requestId: string; method: string; route: string; status: number; project?: number };

/** As OpenTelemetry names what is known of a call. Never its path, which may hold what people chose. */
export const aboutCall = ({ requestId, method, route, status, project }: ToldCall): About => ({
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
