import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { holdProject, moveProject } from "@/lib/accounts/projects/move/move";
import { env } from "@/lib/base/env";
import { aProject } from "@/testing/factories";

test("nobody is led to where they come from", async () => {
  const { project } = await aProject();
  await sql`
    insert into domains (project_id, host, verification) values (${project.id}, ${`go-${project.id}.example`}, 'x')`;
  await holdProject(project, commandLine);
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
