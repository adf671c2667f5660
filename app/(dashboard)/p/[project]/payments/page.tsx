import { Payments } from "./payments";

export default function PaymentsPage() {
  return <Payments />;
}
