import type { Metadata } from "next";
import { SignUps } from "./sign-ups";

export const metadata: Metadata = { title: "Sign-ups" };

export default function SignUpsPage() {
  return <SignUps />;
}
