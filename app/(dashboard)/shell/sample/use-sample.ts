"use client";

import { useRouter } from "next/navigation";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { useSession } from "@/app/(dashboard)/shell/session";
import { browserTimeZone } from "@/components/fields/time-zone-select";
import { may } from "@/lib/accounts/access/roles";
import { t } from "@/lib/base/languages/texts";

/** Adds a sample project to the account and opens it. `account` is null if the member may not, or there is one. */
export function useAddSample() {
  const { me, account: own, projects } = useSession();
  const router = useRouter();
  const refresh = useRefresh();
  const open = me?.accounts.filter(
    ({ id, role }) =>
      may(role, "projects.create") && !projects.some((each) => each.account_id === id && each.sample),
  );
  const account = open?.find(({ id }) => id === own?.id) ?? open?.[0] ?? null;
  const add = useAction(
    async (into: number) => {
      const input = { time_zone: browserTimeZone() };
      const made = await mutate("POST", at("/accounts/:account/sample-project", { account: into }), input);
      await refresh("/me");
      router.push(`/p/${made.id}`);
      return made;
    },
    { done: ({ name }) => t("{name} is being filled", { name }) },
  );
  return { account, add };
}
