import { AppToken } from "@/app/(dashboard)/developers/app-token";
import { ServerKeys } from "@/app/(dashboard)/developers/server-keys";
import { Signing } from "@/app/(dashboard)/developers/signing";
import { PageHeader } from "@/components/page-header";

/** All that identifies a caller: the app, the customer's servers, and signatures. */
export default function Keys() {
  return (
    <>
      <PageHeader title="Keys" description="How your app and your servers identify themselves to Cairn." />
      {[
        { name: "App token", Part: AppToken },
        { name: "Server keys", Part: ServerKeys },
        { name: "Signing", Part: Signing },
      ].map(({ name, Part }) => (
        <section key={name} aria-label={name} className="mt-4 grid grid-cols-1 gap-4">
          <Part />
        </section>
      ))}
    </>
  );
}
