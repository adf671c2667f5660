/** Rules of networks that know no names of events, only numbers of conversions made there before. */

/** The word for the conversion of the settings. */
export const defaultAction = "Purchase";

/** How such a rule is entered; `what` is the network's own word. */
export const byId = (what: string) => {
  const either = `the ID of a ${what.toLowerCase()}, or ${defaultAction} for the one in the settings.`;
  return {
    label: what,
    hint: `${either[0]?.toUpperCase()}${either.slice(1)}`,
    form: new RegExp(`^(${defaultAction}|\\d{1,20})$`),
    wrong: `Enter ${either}`,
  };
};

/** Its conversion number. */
export const idFor = (name: string, ofSettings: string) => (name === defaultAction ? ofSettings : name);
