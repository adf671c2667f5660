import { maxMajorUnits } from "@/lib/base/money";
import { maxNames } from "@/lib/facts/events/names";
import { otherNames } from "@/lib/ledger/measures";

/** Texts of responses about an event that was stored, but not as sent. */
export const otherNameText = `This project has ${maxNames} event names already. The event is counted under "${otherNames}".`;
export const amountlessText = `The event is counted without its amount: "amount" in event_data must be a number between -${maxMajorUnits} and ${maxMajorUnits}.`;
