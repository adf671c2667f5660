const { withAndroidManifest, withEntitlementsPlist, withInfoPlist } = require("expo/config-plugins");
const { applyEntitlements, applyInfoPlist, applyManifest } = require("./apply");

/** In app.json: `"plugins": [["@cairn/react-native", { "links": ["links.example.com"] }]]`. */
module.exports = function withCairn(config, options) {
  const changed = (apply) => (mod) => {
    mod.modResults = apply(mod.modResults, options);
    return mod;
  };
  let made = withInfoPlist(config, changed(applyInfoPlist));
  made = withEntitlementsPlist(made, changed(applyEntitlements));
  return withAndroidManifest(made, changed(applyManifest));
};
