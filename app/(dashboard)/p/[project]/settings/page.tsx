import { redirect } from "next/navigation";

export default async function SettingsPage({ params }: { params: Promise<{ project: string }> }) {
  redirect(`/p/${(await params).project}/settings/details`);
}
