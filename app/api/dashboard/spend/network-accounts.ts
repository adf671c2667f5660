import { idParams, removedById } from "@/lib/base/fields";
import { projectEndpoint } from "@/lib/gateway/project-endpoint";
import {
  addNetworkAccount,
  changeNetworkAccount,
  listNetworkAccounts,
  removeNetworkAccount,
} from "@/lib/spend/accounts/accounts";
import {
  networkAccountChanges,
  networkAccountInput,
  networkAccountList,
  oneNetworkAccount,
} from "@/lib/spend/accounts/schema";

const tag = "Network accounts";
const params = idParams("id");

export const networkAccountsRoutes = {
  "/projects/:project/network-accounts": {
    GET: projectEndpoint("network-accounts.read", {
      summary: "List network accounts",
      tag,
      msg: "Network accounts.",
      data: networkAccountList,
      run: ({ project }) => listNetworkAccounts(project),
    }),
    POST: projectEndpoint("network-accounts.write", {
      summary: "Add a network account",
      tag,
      body: networkAccountInput,
      status: 201,
      msg: "Network account added.",
      data: oneNetworkAccount,
      run: ({ project, body, by, now }) => addNetworkAccount(project, body, by, now),
    }),
  },
  "/projects/:project/network-accounts/:id": {
    PATCH: projectEndpoint("network-accounts.write", {
      summary: "Change a network account",
      tag,
      params,
      body: networkAccountChanges,
      msg: "Saved.",
      data: oneNetworkAccount,
      run: ({ project, params, body, by, now }) => changeNetworkAccount(project, params.id, body, by, now),
    }),
    DELETE: projectEndpoint("network-accounts.write", {
      summary: "Remove a network account that no campaign uses",
      tag,
      params,
      msg: "Network account removed.",
      data: removedById,
      refusals: { 409: { msg: "A campaign uses this account. Change the campaign's account first." } },
      run: ({ project, params, by }) => removeNetworkAccount(project, params.id, by),
    }),
  },
};
