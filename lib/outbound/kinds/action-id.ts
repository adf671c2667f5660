/** Rules of networks that identify conversions by IDs instead of event names. */

/** The name for the default conversion of the settings. */
export const defaultAction = "Purchase";

/** The form field of such a rule; `what` is the network's term, `id` the form of its IDs. */
export const actionIdField = (what: string, id = /\d{1,20}/) => {
  const article = /^[AEIOU]/.test(what) ? "an" : "a";
  const either = `the ID of ${article} ${what.toLowerCase()}, or ${defaultAction} for the one in the settings.`;
  return {
    label: what,
    hint: `${either[0]?.toUpperCase()}${either.slice(1)}`,
    form: new RegExp(`^(${defaultAction}|${id.source})$`),
    wrong: `Enter ${either}`,
  };
};

/** The conversion ID of a rule. */
export const actionIdOf = (name: string, ofSettings: string) => (name === defaultAction ? ofSettings : name);
