import { parse } from "postgres-array";

/**
 * The driver would ask each new connection for the types of arrays, in a promise that nobody holds: a connection lost
 * in that moment ends the process. So the arrays that statements use are told to it.
 */
const kinds: Record<string, { oid: number; read: (text: string) => unknown; bare?: true }> = {
  text: { oid: 1009, read: String },
  varchar: { oid: 1015, read: String },
  name: { oid: 1003, read: String },
  uuid: { oid: 2951, read: String, bare: true },
  int4: { oid: 1007, read: Number, bare: true },
  int8: { oid: 1016, read: Number, bare: true },
  float8: { oid: 1022, read: Number, bare: true },
};

const quoted = (value: unknown) => `"${String(value).replace(/[\\"]/g, "\\$&")}"`;

/** Numbers and what looks like words need no quotes; what does not would be refused either way. */
const element = (value: unknown, bare: boolean) =>
  value === null || value === undefined
    ? "NULL"
    : bare && /^(?!null$)[\w.+-]+$/i.test(String(value))
      ? String(value)
      : quoted(value);

export const arrayTypes = Object.fromEntries(
  Object.entries(kinds).map(([name, { oid, read, bare = false }]) => [
    `${name}_array`,
    {
      to: oid,
      from: [oid],
      serialize: (values: unknown[] | string) =>
        Array.isArray(values) ? `{${values.map((value) => element(value, bare)).join(",")}}` : values,
      parse: (text: string) => parse(text, read),
    },
  ]),
);
