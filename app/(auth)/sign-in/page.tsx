import type { Metadata } from "next";
import { SignIn } from "./sign-in";

export const metadata: Metadata = { title: "Sign in · Cairn" };

export default function SignInPage() {
  return <SignIn />;
}
