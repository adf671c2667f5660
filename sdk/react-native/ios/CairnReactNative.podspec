require "json"
package = JSON.parse(File.read(File.join(__dir__, "../../package.json")))

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
  pod.resource_bundles = { "CairnPrivacy" => ["PrivacyInfo.xcprivacy"] }
  pod.weak_frameworks = "AdServices", "AppTrackingTransparency", "StoreKit"
  pod.swift_version = "5.9"
  pod.dependency "React-Core"
end
