import { parse } from "postgres-array";

/**
 * The driver would ask each new connection for the types of arrays, in a promise that nobody holds: a connection lost
 * in that moment ends the process. So the arrays that statements use are told to it.
 */
const kinds: Record<string, { oid: number; read: (text: string) => unknown }> = {
  text: { oid: 1009, read: String },
  varchar: { oid: 1015, read: String },
  name: { oid: 1003, read: String },
  uuid: { oid: 2951, read: String },
  int4: { oid: 1007, read: Number },
  int8: { oid: 1016, read: Number },
  float8: { oid: 1022, read: Number },
};

const element = (value: unknown) =>
  value === null || value === undefined ? "NULL" : `"${String(value).replace(/[\\"]/g, "\\$&")}"`;

export const arrayTypes = Object.fromEntries(
  Object.entries(kinds).map(([name, { oid, read }]) => [
    `${name}_array`,
    {
      to: oid,
      from: [oid],
      serialize: (values: unknown[] | string) =>
        Array.isArray(values) ? `{${values.map(element).join(",")}}` : values,
      parse: (text: string) => parse(text, read),
    },
  ]),
);
