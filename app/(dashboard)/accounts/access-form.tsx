"use client";

import { useState } from "react";
import { z } from "zod";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useMyProjects } from "@/app/(dashboard)/shell/frame/own-projects";
import { roleMeanings, roleNames } from "@/app/(dashboard)/shell/roles";
import { Checkbox } from "@/components/fields/checkbox";
import { FormField, type FormOf } from "@/components/fields/form";
import { Input } from "@/components/fields/input";
import { RadioCard, RadioGroup } from "@/components/fields/radio-group";
import { Select } from "@/components/fields/select";
import { numberText } from "@/components/format";
import { Segmented } from "@/components/ui/segmented";
import { mayGrant, type ProjectRole, projectRoles, type Role, roles } from "@/lib/accounts/access/roles";
import { type AccountSummary, accessInput } from "@/lib/accounts/schema";
import { t } from "@/lib/base/languages/texts";

type Granted = { project_id: number; role: ProjectRole }[];

/** Both choices keep their values while the member switches between them. */
export const accessFields = {
  scope: z.enum(["account", "projects"]),
  role: accessInput.shape.role.unwrap(),
  projects: z.custom<Granted>(),
};

export type AccessFormValues = { scope: "account" | "projects"; role: Role; projects: Granted };

export const accessFromForm = ({ scope, role, projects }: AccessFormValues) =>
  scope === "account" ? { role } : { projects };

/** Projects are required only if access is limited to some of them. */
export function needProjects({ scope, projects }: AccessFormValues, context: z.RefinementCtx) {
  if (scope === "account" || projects.length > 0) return;
  context.addIssue({ code: "custom", path: ["projects"], message: t("Choose at least one project.") });
}

type Props<Values extends AccessFormValues> = { account: AccountSummary; form: FormOf<Values> };

/** The whole account in one role, or some projects with a role for each. */
export function AccessFields<Values extends AccessFormValues>({ account, form: any }: Props<Values>) {
  const form = any as unknown as FormOf<AccessFormValues>;
  const scope = form.watch("scope");
  return (
    <>
      <FormField form={form} name="scope" label={t("Access")}>
        {({ value, onChange }) => (
          <Segmented
            label={t("Access")}
            options={[
              { value: "account", label: t("All projects") },
              { value: "projects", label: t("Only some projects") },
            ]}
            value={value}
            onValueChange={onChange}
          />
        )}
      </FormField>
      {scope === "account" ? (
        <FormField form={form} name="role" label={t("Role")}>
          {({ value, onChange, id, ...control }) => (
            <RadioGroup value={value} onValueChange={onChange} aria-label={t("Role")} {...control}>
              {[...roles]
                .reverse()
                .filter((role) => mayGrant(account.role, role))
                .map((role) => (
                  <RadioCard key={role} value={role} label={roleNames[role]} hint={roleMeanings[role]} />
                ))}
            </RadioGroup>
          )}
        </FormField>
      ) : (
        <FormField
          form={form}
          name="projects"
          label={t("Projects")}
          hint={t("They don't see the rest of the account: other projects, members or the audit log.")}
        >
          {({ value, onChange, id, ref, ...control }) => (
            <fieldset aria-label={t("Projects")} aria-describedby={control["aria-describedby"]}>
              <ProjectChoice account={account} granted={value} onChange={onChange} />
            </fieldset>
          )}
        </FormField>
      )}
    </>
  );
}

function ProjectChoice({
  account,
  granted,
  onChange,
}: {
  account: AccountSummary;
  granted: Granted;
  onChange: (granted: Granted) => void;
}) {
  const [text, setText] = useState("");
  const { shown, left, isPart } = useMyProjects(text, account.id);
  const chosen = useGranted(granted, isPart);
  const of = shown.filter((each) => each.account_id === account.id);
  const projects = [...chosen, ...of.filter((each) => !chosen.some(({ id }) => id === each.id))];
  const without = (id: number) => granted.filter((one) => one.project_id !== id);
  return (
    <>
      {isPart ? (
        <Input
          type="search"
          aria-label={t("Find a project")}
          placeholder={t("Find a project")}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="mb-2"
        />
      ) : null}
      <ul className="grid max-h-72 divide-y overflow-y-auto rounded-md border">
        {projects.map(({ id, name }) => {
          const role = granted.find((one) => one.project_id === id)?.role;
          return (
            <li key={id} className="flex min-h-11 items-center gap-3 px-3">
              {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is within it */}
              <label className="flex min-w-0 flex-1 items-center gap-3 py-2 text-sm">
                <Checkbox
                  checked={role !== undefined}
                  onCheckedChange={(on) =>
                    onChange(on === true ? [...granted, { project_id: id, role: "viewer" }] : without(id))
                  }
                />
                <span className="truncate">{name}</span>
              </label>
              {role ? (
                <Select
                  aria-label={t("Role in {name}", { name })}
                  size="sm"
                  className="w-28"
                  value={role}
                  options={[...projectRoles]
                    .reverse()
                    .map((each) => ({ value: each, label: roleNames[each] }))}
                  onValueChange={(next) => onChange([...without(id), { project_id: id, role: next }])}
                />
              ) : null}
            </li>
          );
        })}
        {isPart && left > 0 ? (
          <li className="px-3 py-2 text-muted text-xs">
            {t("{left} more. Type a name to find them.", { left: numberText(left) })}
          </li>
        ) : null}
      </ul>
    </>
  );
}

/** Projects granted earlier are listed first if not all projects are loaded, whatever the search text. */
function useGranted(granted: Granted, isPart: boolean) {
  const [first] = useState(granted);
  const ids = first.map((one) => one.project_id);
  const request = isPart && ids.length > 0 ? withQuery(at("/me/projects"), { ids: ids.join(",") }) : null;
  const { data } = useGet(request, { staleTime: 30_000 });
  return request ? (data?.projects ?? []) : [];
}
