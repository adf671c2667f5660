/** A change of the time zone or the currency, and its progress. */

export type RecalculationRow = {
  state: "SWITCHING" | "FOLLOWING" | "DONE" | "FAILED";
  from_zone: string;
  to_zone: string;
  from_currency: string;
  to_currency: string;
  amounts: "convert" | "keep";
  created_by: string;
  created_at: Date;
  switched_at: Date | null;
  ended_at: Date | null;
  problem: string | null;
  step: "installs" | "users";
  cursor: string | null;
  done: number;
  total: number;
};

export type RecalculationChange = Pick<RecalculationRow, "to_zone" | "to_currency" | "amounts">;

export type MoneyChange = Pick<RecalculationRow, "from_currency" | "to_currency" | "to_zone" | "amounts"> & {
  /** The number of decimal digits of every currency. */
  digits: Record<string, number>;
};
