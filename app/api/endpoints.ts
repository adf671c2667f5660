/**
 * Every endpoint that needs no session: the front process answers them itself, and the API reference is made from
 * them. The shape test sees to it that none is missing.
 */
import * as health from "@/app/api/health/route";
import * as metrics from "@/app/api/metrics/route";
import type { Endpoint } from "@/lib/http/endpoint";

export const endpoints: Endpoint[] = [health, metrics].map((module) => module.GET.endpoint);
