import { SignUps } from "./sign-ups";

export default function SignUpsPage() {
  return <SignUps />;
}
