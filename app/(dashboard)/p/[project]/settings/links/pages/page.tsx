"use client";

import { useWatch } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProjectDetails } from "@/app/(dashboard)/shell/use-details";
import { IdField, SwitchField } from "@/components/fields/fields";
import { Form, FormError, type FormOf, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { rich } from "@/components/rich";
import { Card, CardBody, CardFooter } from "@/components/ui/card";
import { accentOn, colorForm } from "@/lib/base/colors";
import { t } from "@/lib/base/languages/texts";
import type { MemberProject } from "@/lib/projects/schema";

export default function LinkPages() {
  const { data, error, refetch } = useProjectDetails();
  return (
    <>
      <PageHeader
        title={t("Link pages")}
        description={t(
          "The small pages that links show before the app opens, on a desktop, or without a destination.",
        )}
      />
      {data ? (
        <AppearanceForm project={data} />
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-96" />
      )}
    </>
  );
}

const appearance = z.object({
  link_color: z
    .string()
    .trim()
    .toLowerCase()
    .refine((text) => text === "" || colorForm.test(text), t("Enter # and six hex digits, such as #1f5f4c."))
    .transform((text) => text || null),
  link_clipboard: z.boolean(),
});
type Appearance = z.input<typeof appearance>;
type AppearanceFormOf = FormOf<Appearance, z.output<typeof appearance>>;

function AppearanceForm({ project }: { project: MemberProject }) {
  const refresh = useRefresh();
  const reason = useMissingRoleText("project.write");
  const form = useSchemaForm(appearance, {
    values: { link_color: project.link_color ?? "", link_clipboard: project.link_clipboard },
  });
  const path = at("/projects/:project", { project: project.id });
  return (
    <Card>
      <Form
        form={form}
        lacking={reason}
        onSubmit={async (values) => {
          await mutate("PATCH", path, { ...values, seen: project.update_at });
          await refresh(path);
          toast.success(t("Link pages saved"));
        }}
      >
        <CardBody className="grid grid-cols-1 gap-5 pt-5">
          <FormError />
          <IdField
            form={form}
            name="link_color"
            label={t("Color")}
            optional
            hint={t("The colour of buttons and links. Lightened or darkened if it would be unreadable.")}
            placeholder="#1f5f4c"
            maxLength={7}
            className="max-w-40 font-mono"
          />
          <Previews form={form} project={project} />
          <SwitchField
            form={form}
            name="link_clipboard"
            label={t("Offer to copy the link on iPhones")}
            hint={t(
              "For links that open in your app. A tap copies the link on the way to the App Store. Your app can paste it and so identify the exact click. The page waits for that tap.",
            )}
          />
        </CardBody>
        <CardFooter>
          <span>
            {rich("Name, icon and rating are from your <link>store listings</link>.", {
              link: (text) => (
                <IntentLink className="underline" href={`/p/${project.id}/settings/links/store-listings`}>
                  {text}
                </IntentLink>
              ),
            })}
          </span>
          <SubmitButton>{t("Save changes")}</SubmitButton>
        </CardFooter>
      </Form>
    </Card>
  );
}

/** The same colours as in `lib/traffic/pages/page.ts`. */
const themes = [
  { label: t("Light"), ground: "#f6f5f2", card: "#ffffff", ink: "#16181d", usual: "#1f5f4c" },
  { label: t("Dark"), ground: "#121417", card: "#1b1e23", ink: "#eceae4", usual: "#7cc8ae" },
] as const;

function Previews({ form, project }: { form: AppearanceFormOf; project: MemberProject }) {
  const typed = (useWatch({ control: form.control, name: "link_color" }) ?? "").trim().toLowerCase();
  const { data } = useGet(at("/projects/:project/store-listings", { project: project.id }));
  const app = data?.store_listings.find((listing) => listing.app)?.app;
  const name = app?.name ?? project.name;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {themes.map(({ label, ground, card, ink, usual: defaultValue }) => {
        const { accent, on } = accentOn(colorForm.test(typed) ? typed : defaultValue, card);
        return (
          <figure key={label} className="grid grid-cols-1 gap-1.5">
            <div
              className="grid place-items-center rounded-lg border p-5"
              style={{ background: ground, color: ink }}
              aria-hidden="true"
            >
              <div className="w-full max-w-64 rounded-xl p-5 text-center" style={{ background: card }}>
                <div
                  className="mx-auto mb-3 grid size-12 place-items-center rounded-xl font-semibold text-lg"
                  style={{ background: accent, color: on }}
                >
                  {[...name.trim()][0]?.toUpperCase()}
                </div>
                <p className="mb-3 truncate font-semibold text-sm">{name}</p>
                <p
                  className="mb-2 rounded-lg px-3 py-2 font-semibold text-sm"
                  style={{ background: accent, color: on }}
                >
                  {t("Continue")}
                </p>
                <p className="font-semibold text-sm" style={{ color: accent }}>
                  {t("Get the app")}
                </p>
              </div>
            </div>
            <figcaption className="text-muted text-xs">{label}</figcaption>
          </figure>
        );
      })}
    </div>
  );
}
