/** Expo finds the plugin of a package by this name. */
module.exports = require("./react-native/plugin/with-cairn");
