const {
  withAndroidManifest,
  withEntitlementsPlist,
  withGradleProperties,
  withInfoPlist,
  withPodfileProperties,
} = require("expo/config-plugins");
const {
  applyEntitlements,
  applyGradleProperties,
  applyInfoPlist,
  applyManifest,
  applyPodfileProperties,
} = require("./apply");

/** In app.json: `"plugins": [["@cairn/react-native", { "links": ["links.example.com"] }]]`. */
module.exports = function withCairn(config, options) {
  const changed = (apply) => (mod) => {
    mod.modResults = apply(mod.modResults, options);
    return mod;
  };
  let made = withInfoPlist(config, changed(applyInfoPlist));
  made = withEntitlementsPlist(made, changed(applyEntitlements));
  made = withPodfileProperties(made, changed(applyPodfileProperties));
  made = withGradleProperties(made, changed(applyGradleProperties));
  return withAndroidManifest(made, changed(applyManifest));
};
