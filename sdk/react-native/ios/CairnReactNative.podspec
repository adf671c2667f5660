require "json"
package = JSON.parse(File.read(File.join(__dir__, "../../package.json")))

# `$CairnAdvertisingId = true` in the Podfile; the plugin for Expo writes Podfile.properties.json.
properties_file = File.join(Pod::Config.instance.installation_root.to_s, "Podfile.properties.json")
properties = File.exist?(properties_file) ? JSON.parse(File.read(properties_file)) : {}
reads_advertising_id = $CairnAdvertisingId == true || properties["cairn.advertisingId"] == "true"

Pod::Spec.new do |pod|
  pod.name = "CairnReactNative"
  pod.version = package["version"]
  pod.summary = package["description"]
  pod.homepage = "https://www.npmjs.com/package/#{package["name"]}"
  pod.license = package["license"]
  pod.author = "Cairn"
  pod.platform = :ios, "15.1"
  pod.source = { :path => "." }
  pod.source_files = "*.{swift,m}"
  pod.weak_frameworks = "AdServices", "AdAttributionKit", "AppTrackingTransparency", "StoreKit"
  pod.swift_version = "5.9"
  pod.dependency "React-Core"

  # By default, the app contains no code that reads Apple's advertising ID.
  if reads_advertising_id
    pod.frameworks = "AdSupport"
    pod.pod_target_xcconfig = { "SWIFT_ACTIVE_COMPILATION_CONDITIONS" => "$(inherited) CAIRN_ADVERTISING_ID" }
    pod.resource_bundles = { "CairnPrivacy" => ["tracking/PrivacyInfo.xcprivacy"] }
  else
    pod.resource_bundles = { "CairnPrivacy" => ["PrivacyInfo.xcprivacy"] }
  end
end
