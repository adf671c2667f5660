import type { Metadata } from "next";
import { Signing } from "./signing";

export const metadata: Metadata = { title: "Signing" };

export default function SigningPage() {
  return <Signing />;
}
