/** The input and the answers of the forms of members and accounts. Runs in the browser too. */
import { z } from "zod";
import { projectRoles, roles } from "@/lib/accounts/access/roles";
import { weekStarts } from "@/lib/base/days";
import { email, requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";

const id = z.number().int();

const role = z.enum(roles, { error: t("Choose a role: {roles}.", { roles: roles.join(", ") }) });

const projectRole = z.enum(projectRoles, {
  error: t("Choose a role: {projectRoles}.", { projectRoles: projectRoles.join(", ") }),
});

const grants = z
  .array(z.object({ project_id: id, role: projectRole }), { error: t("Projects must be a list.") })
  .min(1, t("Choose at least one project."))
  .max(500, t("Choose at most 500 projects."))
  .refine(
    (list) => new Set(list.map((one) => one.project_id)).size === list.length,
    t("Choose each project only once."),
  );

/** Either a role in the whole account, or roles in some of its projects. */
const access = { role: role.optional(), projects: grants.optional() };
type AccessFields = z.output<z.ZodObject<typeof access>>;

const oneAccess = ({ role, projects }: AccessFields) => (role === undefined) !== (projects === undefined);
const notOneAccess = { error: t("Choose a role, or roles in projects."), path: ["role"] };

const password = z
  .string({ error: t("Password is required.") })
  .min(8, t("Use a password of at least 8 characters."))
  .max(200, t("Use a password of at most 200 characters."));

/** A password that is compared and not chosen, so it need not meet the rules for new ones. */
const givenPassword = z
  .string({ error: t("Password is required.") })
  .min(1, t("Password is required."))
  .max(200, t("Wrong password."));

const memberName = requiredLine(t("Name"));
const token = z
  .string({ error: t("This link is incomplete.") })
  .min(1, t("This link is incomplete."))
  .max(200);

export const profileInput = z.object({ name: memberName });

/** How figures and days are written for a member; null follows the browser. */
export const displayFormats = z.object({
  locale: z
    .string({ error: t("Choose a locale.") })
    .max(35, t("Enter a locale, such as en-GB."))
    .transform((text, context) => {
      try {
        const [known] = Intl.NumberFormat.supportedLocalesOf(text);
        if (known) return known;
      } catch {
        // A text that is not a locale gets the message below.
      }
      context.addIssue({ code: "custom", message: t("Enter a locale, such as en-GB.") });
      return z.NEVER;
    })
    .nullable(),
});
export type DisplayFormats = z.output<typeof displayFormats>;

export const passwordInput = z.object({ current_password: givenPassword, new_password: password });

export const setUpQuery = z.object({ token: z.string().max(200).optional() });
export const setUpInput = z.object({
  token,
  name: memberName,
  email,
  password,
  account_name: requiredLine(t("Account name")),
});

export const inviteInput = z.object({ email, ...access }).refine(oneAccess, notOneAccess);
export type InviteInput = z.output<typeof inviteInput>;
export const acceptInvitationInput = z.object({
  name: memberName.optional(),
  password: givenPassword.optional(),
});
/** The input of a person who is new here. */
export const newMemberInput = z.object({ name: memberName, password });

export const accessInput = z.object(access);
export const memberAccessInput = accessInput.refine(oneAccess, notOneAccess);

/** The input of the command line: `my-app:viewer,other:admin`, projects by ID or slug. */
const typedGrants = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim().split(":")))
  .pipe(
    z.array(
      z.tuple([z.string().min(1), projectRole], {
        error: t("Enter projects as my-app:viewer, separated by commas."),
      }),
    ),
  );

/** The input of the command line. */
export const newMember = z.object({
  email,
  password,
  name: requiredLine(t("Name")).optional(),
  role: role.default("viewer"),
  projects: typedGrants.optional(),
});
export const memberAccess = z
  .object({ email, role: role.optional(), projects: typedGrants.optional() })
  .refine(({ role, projects }) => (role === undefined) !== (projects === undefined), notOneAccess);
export const newPassword = newMember.pick({ email: true, password: true });

/* ------------------------------------------------------------- answers -- */

const member = z.object({ id, email: z.string(), name: z.string() });
const account = z.object({ id, name: z.string(), role });

const project = z.object({
  id,
  account_id: id,
  name: z.string(),
  slug: z.string(),
  time_zone: z.string(),
  currency: z.string(),
  week_starts_on: z.enum(weekStarts),
  platforms: z.array(z.string()),
  ended_links: z.string(),
  role,
  suspended: z.boolean(),
  archived: z.boolean(),
  /** Its activity is generated. */
  sample: z.boolean(),
  /** The project moves to another instance; `moved_to` is its address after the move. */
  frozen: z.boolean(),
  moved_to: z.string().nullable(),
  /** The project's number on the other instance, if known. */
  moved_number: id.nullable(),
});

/** The first projects by name, archived ones last, and their number. */
export const me = z.object({
  /** Members without a password sign in with another service. */
  member: member.extend({ has_password: z.boolean() }),
  formats: displayFormats,
  accounts: z.array(account),
  projects: z.array(project),
  project_count: z.number().int(),
});

/** The maximum number of projects that one member may be given access to. */
export const maxNamed = 500;

export const memberProjectsQuery = z.object({
  search: z
    .string()
    .trim()
    .max(200, "Search for at most 200 characters.")
    .optional()
    .meta({ description: "Part of the name or slug." }),
  ids: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15})*$/, "ids must be project IDs, separated by commas.")
    .transform((text) => [...new Set(text.split(",").map(Number))])
    .refine((ids) => ids.length <= maxNamed, `ids must have at most ${maxNamed} projects.`)
    .optional()
    .meta({
      type: "string",
      description: `Only these projects, at most ${maxNamed}: ids separated by commas.`,
    }),
  account: z.coerce.number({ error: "account must be an ID." }).int().positive().optional().meta({
    description: "Only projects of this account.",
  }),
});
export type MemberProjectsQuery = z.output<typeof memberProjectsQuery>;
export const projectChoice = z.object({ projects: z.array(project), project_count: z.number().int() });
export type AccountSummary = z.output<typeof account>;
export type Me = z.output<typeof me>;
export type ProjectSummary = z.output<typeof project>;

export const profile = z.object({ member });

export const memberSessions = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      browser: z.string(),
      begun_at: timestamp,
      seen_at: timestamp,
      /** The session of the caller. */
      own: z.boolean(),
    }),
  ),
});
export type MemberSession = z.output<typeof memberSessions>["sessions"][number];
export const endedSession = z.object({ id: z.uuid() });
export const endedSessions = z.object({ ended: z.number().int() });

export const setUpState = z.object({ open: z.boolean() });
export const setUpDone = z.object({ member_id: id, account_id: id });

export const invitationOffer = z.object({
  account_name: z.string(),
  email: z.string(),
  /** Null if the invitation is for single projects. */
  role: role.nullable(),
  projects: z.array(z.object({ name: z.string(), role: projectRole })),
  /** True if the caller is signed in as the invited person. It does not reveal other people's accounts. */
  yours: z.boolean(),
});
export type InvitationOffer = z.output<typeof invitationOffer>;
export const accepted = z.object({ account_id: id, member_id: id });

const ownProjects = z.array(z.object({ id, name: z.string(), role: projectRole }));

const invitation = z.object({
  id,
  email: z.string(),
  /** Null if the invitation is for single projects. */
  role: role.nullable(),
  projects: ownProjects,
  invited_by: z.string().nullable(),
  created_at: timestamp,
  expires_at: timestamp,
  /** True if the caller may withdraw it. */
  may_withdraw: z.boolean(),
});
export type Invitation = z.output<typeof invitation>;
export const invitationList = z.object({ invitations: z.array(invitation) });
/** The link is shown only this once. */
export const newInvitation = z.object({ invitation, link: z.string() });

const colleague = z.object({
  id,
  email: z.string(),
  name: z.string(),
  /** Null for members of single projects. */
  role: role.nullable(),
  projects: ownProjects,
  joined_at: timestamp,
  last_seen_at: timestamp.nullable(),
  /** Open invitations by the member, which stay valid when the member is removed. */
  share_links: z.number().int(),
});
export type Colleague = z.output<typeof colleague>;
export const memberList = z.object({ members: z.array(colleague) });
export const changedMember = z.object({ id, role: role.nullable() });
