import { erasedSince, isErasedVisitor } from "@/lib/accounts/erased/erased";
import type { ClickRow } from "@/lib/traffic/clicks/queries";

/**
 * Removes the personal data from spooled clicks of users who were erased meanwhile. They are recognized by their
 * advertising id, or by a network that nobody else used.
 */
export const withoutErased = (rows: ClickRow[]): Promise<ClickRow[]> =>
  Promise.all(
    rows.map(async (row) => {
      const erased = await erasedSince(row.project_id, new Date(row.clicked_at), {
        device: row.advertising_id?.toLowerCase(),
        network: row.address_key,
      });
      return erased ? emptied(row) : withoutErasedVisitor(row);
    }),
  );

/** The web id of an erased visitor goes on standing in links that were copied: no click bears it again. */
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
    advertising_id: _id,
    params: _params,
    ...rest
  } = row;
  return withoutVisitor(rest);
}

function withoutVisitor({ web_id: _visitor, ...rest }: ClickRow): ClickRow {
  return rest;
}
