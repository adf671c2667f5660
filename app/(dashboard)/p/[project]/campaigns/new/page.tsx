import { redirect } from "next/navigation";

/** The list with its form open, under an address of its own. */
export default async function NewCampaignPage({ params }: { params: Promise<{ project: string }> }) {
  redirect(`/p/${(await params).project}/campaigns?create=yes`);
}
