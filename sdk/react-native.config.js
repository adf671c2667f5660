/** Where autolinking finds the native modules. */
module.exports = {
  dependency: {
    platforms: {
      android: { sourceDir: "react-native/android" },
      ios: { podspecPath: `${__dirname}/react-native/ios/CairnReactNative.podspec` },
    },
  },
};
