import { redirect } from "next/navigation";

/** The campaign list with its form open, under a separate address. */
export default async function NewCampaignPage({ params }: { params: Promise<{ project: string }> }) {
  redirect(`/p/${(await params).project}/campaigns?create=yes`);
}
