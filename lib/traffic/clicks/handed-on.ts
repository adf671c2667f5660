/** Which parameters of a followed link an app may get in its deeplink. Pure. */

type Param = readonly [name: string, value: string];

/** What networks and their macros call the id of a device, spelled without what stands between words. */
const deviceIds = new RegExp(
  `^(${[
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
  ].join("|")})(md5|sha1|sha256|hash|hashed|raw|\\d)?$`,
);

const namesDevice = (name: string) => deviceIds.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));

/** Without the ids of devices, by whatever name the same ids are given a second time. */
export function withoutDeviceIds(params: readonly Param[]): Param[] {
  const ids = new Set(
    params.flatMap(([name, value]) => (namesDevice(name) && value.length >= 8 ? [value.toLowerCase()] : [])),
  );
  return params.filter(([name, value]) => !namesDevice(name) && !ids.has(value.toLowerCase()));
}

/** What may be given to whoever only probably followed the link. A `*` at the end of a name stands for anything. */
export function allowed(params: readonly Param[], names: readonly string[]): Param[] {
  const list = names.map((name) => name.toLowerCase());
  return params.filter(([sent]) => {
    const name = sent.toLowerCase();
    return list.some((each) => (each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : name === each));
  });
}
