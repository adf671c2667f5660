import type postgres from "postgres";

/** The number of projects in a cell. */
const numbersOfCell = 1_000_000;

export type ProjectNumberRange = { first: number; last: number; next: number };

/** The setting that stores the range, so that backups include it. */
const name = "project_numbers";

/** The cell whose numbers this instance assigns; null if it assigns all numbers. */
export async function findCellNumber(on: postgres.ISql): Promise<number | null> {
  const [row] = await on<{ cell: number }[]>`
    select (value ->> 'cell')::int as cell from instance_settings where name = ${name}`;
  return row?.cell ?? null;
}

/**
 * Makes the sequence of projects assign the numbers of a cell, after the used ones. Null if all of them are used. The
 * sequence is locked meanwhile, so no project is created.
 */
export async function assignNumbersOfCell(
  tx: postgres.TransactionSql,
  cell: number,
): Promise<ProjectNumberRange | null> {
  const [first, last] = [cell * numbersOfCell + 1, (cell + 1) * numbersOfCell];
  const [named] = await tx<[{ sequence: string }]>`
    select pg_get_serial_sequence('projects', 'id') as sequence`;
  // From here on, statements that need a number wait.
  await tx.unsafe(`alter sequence ${named.sequence} no cycle`);
  const [row] = await tx<[{ next: string }]>`
    select 1 + greatest(${first - 1}::bigint,
      (select max(p.id) from projects p where p.id between ${first} and ${last}),
      case when pg_sequence_last_value(s.name::regclass) between ${first} and ${last}
        then pg_sequence_last_value(s.name::regclass) end) as next
    from (select pg_get_serial_sequence('projects', 'id') as name) s`;
  const next = Number(row.next);
  if (next > last) return null;
  await tx.unsafe(
    `alter sequence ${named.sequence} minvalue ${first} maxvalue ${last} start ${first} restart ${next}`,
  );
  await tx`
    insert into instance_settings (name, value) values (${name}, jsonb_build_object('cell', ${cell}::int))
    on conflict (name) do update set value = excluded.value, updated_at = now()`;
  return { first, last, next };
}
