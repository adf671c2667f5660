"use client";

import { AppToken } from "@/app/(dashboard)/developers/app-token";
import { ServerKeys } from "@/app/(dashboard)/developers/server-keys";
import { Signing } from "@/app/(dashboard)/developers/signing";
import { PageHeader } from "@/components/page-header";
import { t } from "@/lib/base/languages/texts";

/** All that identifies a caller: the app, the customer's servers, and signatures. */
export default function Keys() {
  return (
    <>
      <PageHeader
        title={t("Keys")}
        description={t("How your app and your servers identify themselves to Cairn.")}
      />
      {[
        { name: t("App token"), Part: AppToken },
        { name: t("Server keys"), Part: ServerKeys },
        { name: t("Signing"), Part: Signing },
      ].map(({ name, Part }) => (
        <section key={name} aria-label={name} className="mt-4 grid grid-cols-1 gap-4">
          <Part />
        </section>
      ))}
    </>
  );
}
