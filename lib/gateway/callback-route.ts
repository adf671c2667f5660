/** For servers that can only call a URL: the credential is a server key in its path. */
import { instanceLimits, type ServerCaller, serverCaller } from "@/lib/accounts/access/callers";
import type { KeyScope } from "@/lib/accounts/access/scopes";
import { Refusal } from "@/lib/base/refusal";
import { recordRejection } from "@/lib/facts/rejections/reject";
import { refuseFrozen } from "@/lib/gateway/frozen";
import { routeDefaults } from "@/lib/gateway/route-defaults";
import { limitText, peek, refuseWithoutScope, scopeText, spendTokens } from "@/lib/gateway/routes";
import { callerNetwork } from "@/lib/platform/address-key";
import type { RouteKind } from "@/lib/platform/http/route";
import { limitedBuckets } from "@/lib/platform/limits/limiter";

const invalid = "The key in the URL is not valid. Copy the URL again, or create another key.";

/** One service calls for all of a project's users, so its address has no limit of its own. */
export const callbackRoute = (scope: KeyScope, name: string): RouteKind<ServerCaller> => ({
  ...routeDefaults,
  name: `callback-${name}`,
  security: null,
  bodyLimit: 0,
  answers: { 401: invalid, 403: scopeText(scope), 429: limitText },
  async admit(call) {
    const key = call.params.key ?? "";
    const atAddress = `callback-stranger:${callerNetwork(call.address)}`;
    const stranger = async () => limitedBuckets([atAddress, (await instanceLimits(call.now)).address]);
    // Guessed keys must not cause more queries than the limit of the address allows.
    if (!serverCaller.isCheap(key)) await peek(await stranger(), call, 1);
    const caller = await serverCaller.find(key, call.now);
    if (!caller) {
      await spendTokens(await stranger(), call, 1);
      throw new Refusal("server_key_invalid", invalid);
    }
    call.project = caller.project.id;
    refuseWithoutScope(caller, scope);
    refuseFrozen(caller.project);
    await spendTokens(
      limitedBuckets([`callbacks:${caller.keyId}`, caller.project.limits.callbacks]),
      call,
      1,
    );
    return { caller };
  },
  onRefusal({ now, tick }, body, caller, { message }) {
    if (caller) recordRejection(caller.project.id, { endpoint: name, reason: message, body, now, tick });
  },
});
