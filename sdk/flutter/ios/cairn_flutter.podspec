# `$CairnAdvertisingId = true` in the app's Podfile.
reads_advertising_id = $CairnAdvertisingId == true

Pod::Spec.new do |pod|
  pod.name = "cairn_flutter"
  pod.version = "0.3.0"
  pod.summary = "Attribution and events for Flutter apps, sent to your own Cairn"
  pod.homepage = "https://pub.dev/packages/cairn_flutter"
  pod.license = "MIT"
  pod.author = "Cairn"
  pod.platform = :ios, "13.0"
  pod.source = { :path => "." }
  pod.weak_frameworks = "AdServices", "AdAttributionKit", "AppTrackingTransparency", "StoreKit"
  pod.swift_version = "5.9"
  pod.dependency "Flutter"

  # The sources of the package for iOS. By default, the app contains no code that reads Apple's advertising ID.
  sources = ["Classes/*.swift", "Sources/Cairn/**/*.swift"]
  if reads_advertising_id
    pod.source_files = sources + ["Sources/CairnTracking/*.swift"]
    pod.frameworks = "AdSupport"
    pod.pod_target_xcconfig = { "SWIFT_ACTIVE_COMPILATION_CONDITIONS" => "$(inherited) CAIRN_ADVERTISING_ID" }
    pod.resource_bundles = {
      "CairnPrivacy" => ["Sources/Cairn/PrivacyInfo.xcprivacy"],
      "CairnTrackingPrivacy" => ["Sources/CairnTracking/PrivacyInfo.xcprivacy"],
    }
  else
    pod.source_files = sources
    pod.resource_bundles = { "CairnPrivacy" => ["Sources/Cairn/PrivacyInfo.xcprivacy"] }
  end
end
