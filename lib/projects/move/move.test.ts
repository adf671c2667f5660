import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { env } from "@/lib/base/env";
import { findDueClaims } from "@/lib/projects/domains/claim-queries";
import { freezeProject, moveProject } from "@/lib/projects/move/move";
import { aProject } from "@/testing/factories";

test("a project cannot be moved to its own address", async () => {
  const { project } = await aProject();
  await sql`
    insert into domains (project_id, host, verification) values (${project.id}, ${`go-${project.id}.example`}, 'x')`;
  await freezeProject(project, commandLine);
  const move = (to: string, links: string) => moveProject(project, { to, links }, commandLine);
  await expect(move(new URL(env.APP_URL).origin, "https://go.new.example")).rejects.toThrow(
    "is this instance",
  );
  await expect(move("https://new.example", `https://go-${project.id}.example`)).rejects.toThrow(
    "in a circle",
  );
  expect(await move("https://new.example", "https://go.new.example")).toMatchObject({
    links: "https://go.new.example",
  });
});

test("domains of a frozen project are not verified here", async () => {
  const { project } = await aProject();
  const host = `claimed-${project.id}.example`;
  await sql`
    insert into domain_claims (id, project_id, host, verification)
    values (nextval(pg_get_serial_sequence('domains', 'id')), ${project.id}, ${host}, 'x')`;
  const due = async () =>
    (await findDueClaims(new Date(), 100_000)).filter(({ project_id }) => project_id === project.id).length;
  expect(await due()).toBe(1);
  await freezeProject(project, commandLine);
  expect(await due()).toBe(0);
});
