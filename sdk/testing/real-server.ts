import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { endpoints } from "@/app/api/endpoints";
import { sql } from "@/db";
import { notFound } from "@/lib/platform/http/endpoint";
import { nodeCall, sendReply } from "@/lib/platform/http/node";
import { Router } from "@/lib/platform/http/router";

/** The real endpoints behind a real port. */
export async function aRealServer() {
  const router = new Router(endpoints);
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    const [path = "", query = ""] = (request.url ?? "").split("?");
    paths.push(path);
    const found = router.find(path);
    if (!found) return sendReply(response, notFound());
    sendReply(response, await found.endpoint.answer(nodeCall(request, found.params, query)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The calls, in their order. */
    paths,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What an app's life left in the database, as `sdk/conformance/story.json` writes it. */
export async function rowsOf(project: number) {
  const [row] = await sql<{ rows: unknown }[]>`
    select json_build_object(
      'installs', (
        select json_agg(json_build_object('app_version', i.app_version, 'push_token', d.push_token,
                 'integrations', d.integrations) order by i.id)
        from installs i left join install_details d
          on d.project_id = ${project} and d.install_instance_id = i.install_instance_id
        where i.project_id = ${project}),
      'users', (
        select json_agg(json_build_object('user_id', user_id, 'name', name, 'email', email) order by user_id)
        from users where project_id = ${project}),
      'events', (
        select json_agg(json_build_object('name', name, 'user_id', user_id, 'data', data) order by name desc)
        from events where project_id = ${project}),
      'payments', (
        select json_agg(json_build_object('payment_id', payment_id, 'type', type,
                 'original', original_currency || ' ' || original_minor, 'amount_minor', amount_minor,
                 'removed', removed_at is not null) order by payment_id)
        from payments where project_id = ${project}),
      'ad_revenue', (
        select json_agg(json_build_object('network', network, 'placement', placement, 'ad_unit', ad_unit,
                 'ad_format', ad_format, 'precision', precision, 'amount_millionths', amount_millionths)
                 order by amount_millionths)
        from ad_revenue where project_id = ${project}),
      'consents', (
        select json_agg(json_build_object('eea', eea, 'ad_user_data', ad_user_data,
                 'ad_personalization', ad_personalization, 'ad_storage', ad_storage))
        from consents where project_id = ${project})) as rows`;
  return row!.rows;
}
