import { StoredSpend } from "./stored-spend";

export default function SpendPage() {
  return <StoredSpend />;
}
