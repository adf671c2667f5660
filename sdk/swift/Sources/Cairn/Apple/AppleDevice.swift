#if canImport(UIKit)
import AdServices
import AppTrackingTransparency
import UIKit

/// The phone's data, Apple's ad token, and the app's additional sources.
final class AppleDevice: Device {
    private let evidence: [Evidence]

    init(evidence: [Evidence]) {
        self.evidence = evidence
    }

    let appVersion = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String

    func read(_ done: @escaping (Fields) -> Void) {
        DispatchQueue.main.async {
            let known = Self.facts()
            // Apple's code can take a second for the token.
            DispatchQueue.global(qos: .utility).async {
                let more = self.evidence.compactMap { $0.read() }.map { $0.mapValues { JSON($0) } }
                done(more.reduce(known + Self.token()) { $0 + $1 })
            }
        }
    }

    func apply(_ value: ConversionValue, _ failed: @escaping (String) -> Void) {
        ConversionValues.apply(value, failed)
    }

    private static func facts() -> Fields {
        let device = UIDevice.current
        var known: Fields = [
            "brand": "Apple",
            "manufacturer": "Apple",
            "device_name": .text(model),
            "system_version": .text(device.systemVersion),
            "bundle_id": .text(Bundle.main.bundleIdentifier ?? ""),
            "language": .text(Locale.preferredLanguages.first ?? Locale.current.identifier),
            "timezone": .text(TimeZone.current.identifier),
        ]
        if let vendor = device.identifierForVendor { known["idfv"] = .text(vendor.uuidString) }
        if #available(iOS 14, *) {
            known["att_status"] = .text(status(ATTrackingManager.trackingAuthorizationStatus).rawValue)
        }
        return known
    }

    private static func token() -> Fields {
        guard #available(iOS 14.3, *), let token = try? AAAttribution.attributionToken() else { return [:] }
        return ["adservices_attribution_token": .text(token)]
    }

    @available(iOS 14, *)
    private static func status(_ status: ATTrackingManager.AuthorizationStatus) -> Cairn.TrackingStatus {
        switch status {
        case .authorized: return .authorized
        case .denied: return .denied
        case .restricted: return .restricted
        case .notDetermined: return .notDetermined
        @unknown default: return .notDetermined
        }
    }

    /// Such as `iPhone16,2`. The phone's name is personal and is not read.
    private static let model: String = {
        var system = utsname()
        uname(&system)
        return withUnsafeBytes(of: &system.machine) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }()
}
#endif
