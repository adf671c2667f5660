import type { z } from "zod";
import { newSiteToken } from "@/lib/accounts/access/credentials";
import type { Project } from "@/lib/accounts/access/project";
import { originsOfProject } from "@/lib/accounts/access/site-origins";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { findSiteOf, replaceSiteToken, storeOrigins } from "@/lib/projects/site/queries";
import type { siteInput, WebsiteSettings } from "@/lib/projects/site/schema";

type Whose = Pick<Project, "id" | "accountId">;

export async function showSite(project: Pick<Project, "id">, now: Date): Promise<WebsiteSettings> {
  const { tokens, web, last_seen_at } = await findSiteOf(project.id, now);
  return {
    token: tokens.find(({ expires_at }) => expires_at === null)?.token ?? null,
    old_tokens: tokens.flatMap(({ token, expires_at }) =>
      expires_at === null ? [] : [{ token, expires_at: new Date(expires_at).toISOString() }],
    ),
    origins: originsOfProject({ web }),
    last_seen_at: last_seen_at?.toISOString() ?? null,
  };
}

/** A website is refused within a second after its removal from the list. */
export async function changeSite(
  project: Whose,
  { origins }: z.output<typeof siteInput>,
  by: Actor,
  now: Date,
): Promise<WebsiteSettings> {
  await storeOrigins(project, origins, { fresh: newSiteToken(), now }, by);
  return showSite(project, now);
}

const hour = 3_600_000;

/** The old token stays valid for some hours, for pages that still have it. */
export async function rotateSiteToken(
  project: Whose,
  overlapHours: number,
  by: Actor,
  now: Date,
): Promise<WebsiteSettings> {
  const expiresAt = new Date(now.getTime() + overlapHours * hour);
  const done = await replaceSiteToken(project, { fresh: newSiteToken(), now, expiresAt }, by);
  const shown = await showSite(project, now);
  if (!done && shown.token === null)
    throw new Refusal("not_found", "There is no site token yet. Add a website first.");
  if (!done)
    throw new Refusal("changed_meanwhile", "The token was rotated in the meantime.", { status: 409 });
  return shown;
}
