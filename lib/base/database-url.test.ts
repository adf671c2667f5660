import { expect, test } from "vitest";
import { databaseUrlFor, readDatabaseUrl } from "@/lib/base/database-url";

const plain = {
  hosts: [{ host: "db.example.com", port: 5432 }],
  socket: null,
  socketPort: 5432,
  database: "cairn",
  username: "me",
  password: "p@ss:word",
  tls: "off",
  rootCertificates: null,
  session: null,
  settings: {},
};
const of = (query = "", hosts = "db.example.com") =>
  readDatabaseUrl(`postgres://me:p%40ss%3Aword@${hosts}/cairn${query}`);

test("one host, several with their ports, and addresses of version 6", () => {
  expect(of()).toEqual(plain);
  expect(of("", "a:5433,b,[::1]:5434").hosts).toEqual([
    { host: "a", port: 5433 },
    { host: "b", port: 5432 },
    { host: "::1", port: 5434 },
  ]);
  expect(of("?port=6000", "a,b:1").hosts).toEqual([
    { host: "a", port: 6000 },
    { host: "b", port: 1 },
  ]);
  expect(readDatabaseUrl("postgres:///cairn").hosts).toEqual([]);
  expect(readDatabaseUrl("postgresql://localhost").hosts).toEqual([{ host: "localhost", port: 5432 }]);
});

test("a socket's folder, in the query or in place of the host", () => {
  for (const url of [
    "postgres://me@/cairn?host=/run/postgresql",
    "postgres://me@%2Frun%2Fpostgresql/cairn",
  ]) {
    expect(readDatabaseUrl(url)).toMatchObject({
      socket: "/run/postgresql",
      hosts: [],
      username: "me",
      database: "cairn",
    });
  }
});

test("TLS modes of libpq", () => {
  expect(of("?sslmode=disable").tls).toBe("off");
  expect(of("?sslmode=prefer").tls).toBe("prefer");
  expect(of("?sslmode=require").tls).toBe("require");
  expect(of("?sslmode=verify-full").tls).toBe("verify-full");
  expect(of("?sslmode=require&sslrootcert=/ca.pem")).toMatchObject({
    tls: "verify-ca",
    rootCertificates: "/ca.pem",
  });
  expect(of("?sslrootcert=system")).toMatchObject({ tls: "verify-full", rootCertificates: null });
});

test("other parameters are settings of the server", () => {
  expect(of("?search_path=cairn&application_name=x&target_session_attrs=read-write")).toMatchObject({
    settings: { search_path: "cairn", application_name: "x" },
    session: "read-write",
  });
});

test.each([
  ["mysql://a/b", "must begin with postgres://"],
  ["postgres://", "must look like"],
  ["postgres://h:port/d", "must look like"],
  ["postgres://h:99999/d", "must look like"],
  ["postgres://u:p@ss@h/d", "must look like"],
  ["postgres://u:p/ss@h/d", "must look like"],
  [
    "postgres://h/d?sslmode=no-verify",
    "sslmode that is not one of disable, prefer, require, verify-ca, verify-full",
  ],
  ["postgres://h/d?sslcert=/c.pem", "parameter sslcert, which Cairn does not support"],
  ["postgres://h/d?target_session_attrs=best", "target_session_attrs that is not one of"],
  ["postgres://h/100%", "a % without two hex digits"],
])("%s is rejected", (url, why) => {
  expect(() => readDatabaseUrl(url)).toThrow(why);
});

test.each([
  [
    "postgres://cairn:old@db1:5432,db2:5433/cairn?sslmode=require",
    undefined,
    "postgres://other:p%40ss@db1:5432,db2:5433/cairn?sslmode=require",
  ],
  ["postgresql://[::1]/cairn?user=cairn&password=old", undefined, "postgres://other:p%40ss@[::1]/cairn"],
  [
    "postgres:///cairn?host=/run/postgresql",
    undefined,
    "postgres://other:p%40ss@/cairn?host=%2Frun%2Fpostgresql",
  ],
  ["postgres://cairn@localhost:1234/cairn", "10.0.0.5:5433", "postgres://other:p%40ss@10.0.0.5:5433/cairn"],
])("the address for another user keeps the hosts: %s, %s", (text, host, expected) => {
  expect(databaseUrlFor(text, { username: "other", password: "p@ss" }, host)).toBe(expected);
  expect(readDatabaseUrl(expected)).toMatchObject({ username: "other", password: "p@ss", database: "cairn" });
});
