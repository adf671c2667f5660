import { type AdminCommand, checkOptions, type GivenOptions } from "@/bin/admin/cli/command";
import { projectNamed, projectOption } from "@/bin/admin/cli/project-option";
import { now } from "@/db/clock";
import type { Project } from "@/lib/accounts/access/project";
import { commandLine } from "@/lib/accounts/audit/actor";
import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import { addDomain } from "@/lib/projects/domains/add";
import { choosePrimary, listDomains, removeDomain } from "@/lib/projects/domains/domains";
import { domainInput } from "@/lib/projects/domains/schema";

const at = () => ({ now: now(), appUrl: env.APP_URL });

const hostOption = { host: { value: "H", required: true, help: "Such as links.example.com" } };

async function domainNamed(project: Project, given: GivenOptions) {
  const { host } = checkOptions(domainInput, { host: given.text("host") });
  const { domains } = await listDomains(project, env.APP_URL);
  const found = domains.find((domain) => domain.host === host);
  if (!found) throw new Refusal("not_found", `The project has no domain ${host}.`);
  return found;
}

export const domainCommands: AdminCommand[] = [
  {
    name: "domain add",
    summary: "Add a domain for links",
    options: {
      ...projectOption,
      ...hostOption,
      primary: { help: "Make it the primary domain" },
    },
    async run(given) {
      const project = await projectNamed(given);
      const { host } = checkOptions(domainInput, { host: given.text("host") });
      const made = await addDomain(project, host, commandLine, { ...at(), byOperator: true });
      const { domain } = given.is("primary")
        ? await choosePrimary(project, made.domain.id, commandLine, env.APP_URL)
        : made;
      const { id, is_primary, verified, link_base, records } = domain;
      return { domain_id: id, host, is_primary, verified, link_base, records };
    },
  },
  {
    name: "domain list",
    summary: "List the domains of a project and whether they are verified",
    options: projectOption,
    async run(given) {
      const { domains } = await listDomains(await projectNamed(given), env.APP_URL);
      return {
        domains: domains.map(({ id, host, is_primary, verified, link_base, checked_at }) => ({
          domain_id: id,
          host,
          is_primary,
          verified,
          link_base,
          checked_at,
        })),
      };
    },
  },
  {
    name: "domain remove",
    summary: "Remove a domain; its links stop working",
    options: { ...projectOption, ...hostOption },
    async run(given) {
      const project = await projectNamed(given);
      const { id, host } = await domainNamed(project, given);
      await removeDomain(project, id, commandLine);
      return { domain_id: id, host, removed: true };
    },
  },
];
