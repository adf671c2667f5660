/**
 * Every endpoint without a session. The front process handles them itself, and the API reference is generated from
 * them. The shape test checks that the list is complete.
 */
import { described } from "@/app/api/openapi.json/described";
import { GET } from "@/app/api/openapi.json/route";
import type { Endpoint } from "@/lib/platform/http/endpoint";

export const endpoints: Endpoint[] = [...described, GET.endpoint];
