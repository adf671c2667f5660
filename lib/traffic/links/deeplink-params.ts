/** Selects the parameters of a followed link that an app may get in its deep link. Pure. */

type Param = readonly [name: string, value: string];

/**
 * Names of device IDs in links and macros of networks, in lower case and without separators between words. Postgres
 * uses it too.
 */
export const deviceIdNames = `^(${[
  "gaid",
  "gpsadid",
  "googleaid",
  "googleadvertisingid",
  "advertisingid",
  "advertisingidentifier",
  "aaid",
  "idfa",
  "idfv",
  "ifa",
  "ifv",
  "rdid",
  "oaid",
  "vaid",
  "udid",
  "imei",
  "meid",
  "macaddress",
  "androidid",
  "deviceid",
  "devid",
  "vendorid",
  "vendoridentifier",
  "identifierforvendor",
  "appsetid",
  "msadvertisingid",
].join("|")})(md5|sha1|sha256|hash|hashed|raw|[0-9])?$`;
const deviceIds = new RegExp(deviceIdNames);

const namesDevice = (name: string) => deviceIds.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));

/** Removes device IDs, also if the same ID occurs under another name. */
export function withoutDeviceIds(params: readonly Param[]): Param[] {
  const ids = new Set(
    params.flatMap(([name, value]) => (namesDevice(name) && value.length >= 8 ? [value.toLowerCase()] : [])),
  );
  return params.filter(([name, value]) => !namesDevice(name) && !ids.has(value.toLowerCase()));
}

/**
 * The parameters that the app may get if the match is only probabilistic. A `*` at the end of a name matches any
 * ending.
 */
export function allowedParams(params: readonly Param[], names: readonly string[]): Param[] {
  const list = names.map((name) => name.toLowerCase());
  return params.filter(([sent]) => {
    const name = sent.toLowerCase();
    return list.some((each) => (each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : name === each));
  });
}
