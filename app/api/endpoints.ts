/**
 * Every endpoint that needs no session. The front process answers them itself, and the API reference is made from them.
 * The shape test checks that none is missing.
 */
import { described } from "@/app/api/openapi.json/described";
import { GET } from "@/app/api/openapi.json/route";
import type { Endpoint } from "@/lib/platform/http/endpoint";

export const endpoints: Endpoint[] = [...described, GET.endpoint];
