"use client";

import { useQuery } from "@tanstack/react-query";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import type { LinkTest, LinkTestInput } from "@/lib/traffic/tester/schema";

/** The previous response remains until the next one arrives. Without a link, no request is made. */
export function useLinkTest(project: number, input: LinkTestInput) {
  return useQuery({
    queryKey: ["link-test", project, input],
    queryFn: ({ signal }) => mutate("POST", at("/projects/:project/links/test", { project }), input, signal),
    enabled: input.link !== "",
    placeholderData: (last: LinkTest | undefined) => (input.link === "" ? undefined : last) as never,
    retry: false,
  });
}
