import { isErasedVisitor, wasErasedSince } from "@/lib/accounts/erased/erased";
import type { ClickRow } from "@/lib/traffic/clicks/queries";

/**
 * Removes personal data from spooled clicks of users who were erased in between. Clicks match by advertising ID, or by
 * the network of an address without other users.
 */
export const withoutErased = (rows: ClickRow[]): Promise<ClickRow[]> =>
  Promise.all(
    rows.map(async (row) => {
      const erased = await wasErasedSince(row.project_id, new Date(row.clicked_at), {
        device: row.advertising_id?.toLowerCase(),
        network: row.address_key,
      });
      return erased ? emptied(row) : withoutErasedVisitor(row);
    }),
  );

/** Copied links may still contain an erased visitor's web ID; it is removed from new clicks. */
export async function withoutErasedVisitors(rows: ClickRow[]): Promise<ClickRow[]> {
  return rows.some(({ web_id }) => web_id !== undefined) ? Promise.all(rows.map(withoutErasedVisitor)) : rows;
}

const withoutErasedVisitor = async (row: ClickRow): Promise<ClickRow> =>
  (await isErasedVisitor(row.project_id, row.web_id)) ? withoutVisitor(row) : row;

function emptied(row: ClickRow): ClickRow {
  const {
    os_version: _version,
    device_model: _model,
    browser: _browser,
    language: _language,
    user_agent: _agent,
    referrer: _referrer,
    address_key: _key,
    address_list: _list,
    block_entry_id: _entry,
    advertising_id: _id,
    params: _params,
    ...rest
  } = row;
  return withoutVisitor(rest);
}

function withoutVisitor({ web_id: _visitor, ...rest }: ClickRow): ClickRow {
  return rest;
}
