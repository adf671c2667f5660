import type { FieldPath, FieldValues } from "react-hook-form";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { MultiComboboxField } from "@/components/fields/fields";
import type { FormOf } from "@/components/fields/form";
import { t } from "@/lib/base/languages/texts";

type EmailsFieldProps<Values extends FieldValues> = {
  // biome-ignore lint/suspicious/noExplicitAny: what the form makes of its input does not matter to a field
  form: FormOf<Values, any>;
  name: FieldPath<Values>;
};

/** Chooses recipients. Only members of the project's team receive emails. */
export function EmailsField<Values extends FieldValues>({ form, name }: EmailsFieldProps<Values>) {
  const project = useProject();
  const lacking = useMissingRoleText("alerts.write");
  const { data } = useGet(lacking ? null : at("/projects/:project/alerts/team", { project: project.id }), {
    staleTime: 60_000,
  });
  if (data && !data.mail)
    return (
      <div className="grid gap-1 text-sm">
        <span className="font-medium">{t("Email")}</span>
        <p className="text-muted">
          {t("To send email, the server's operator must set SMTP_URL and MAIL_FROM.")}
        </p>
      </div>
    );
  return (
    <MultiComboboxField
      form={form}
      name={name}
      label={t("Email")}
      hint={t("Members with access to this project.")}
      options={(data?.team ?? []).map((mate) => ({
        value: mate.email,
        label: mate.name === "" ? mate.email : `${mate.name} (${mate.email})`,
      }))}
      placeholder={t("Nobody")}
      searchPlaceholder={t("Search the team")}
    />
  );
}
