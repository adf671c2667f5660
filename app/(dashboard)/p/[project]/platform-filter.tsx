import { platforms } from "@/lib/installs/explore/schema";
import { FilterSelect } from "../../filter-select";
import { choicesOf, platformNames } from "./installs/words";

const choices = choicesOf(platformNames, platforms);

/** Of which platform an app is. */
export const PlatformFilter = (props: { value: string; onValueChange: (value: string) => void }) => (
  <FilterSelect label="Platform" choices={choices} {...props} />
);
