// swift-tools-version:5.9
import Foundation
import PackageDescription

let package = Package(
    name: "Cairn",
    platforms: [.iOS(.v13), .macOS(.v11)],
    products: [
        .library(name: "Cairn", targets: ["Cairn"]),
        .library(name: "CairnTracking", targets: ["CairnTracking"]),
    ],
    targets: [
        .target(name: "Cairn", resources: [.process("PrivacyInfo.xcprivacy")]),
        .target(
            name: "CairnTracking",
            dependencies: ["Cairn"],
            resources: [.process("PrivacyInfo.xcprivacy")]
        ),
    ]
)

// Copies downloaded from a server have no tests.
if FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Tests") {
    package.targets.append(.testTarget(name: "CairnTests", dependencies: ["Cairn"]))
}
