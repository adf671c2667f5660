/** Rules of networks that identify conversions by numbers instead of event names. */

/** The name for the default conversion of the settings. */
export const defaultAction = "Purchase";

/** The form field of such a rule; `what` is the network's term. */
export const actionIdField = (what: string) => {
  const either = `the ID of a ${what.toLowerCase()}, or ${defaultAction} for the one in the settings.`;
  return {
    label: what,
    hint: `${either[0]?.toUpperCase()}${either.slice(1)}`,
    form: new RegExp(`^(${defaultAction}|\\d{1,20})$`),
    wrong: `Enter ${either}`,
  };
};

/** The conversion number of a rule. */
export const actionIdOf = (name: string, ofSettings: string) => (name === defaultAction ? ofSettings : name);
