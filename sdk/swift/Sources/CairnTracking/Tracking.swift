#if canImport(UIKit)
import AdSupport
import AppTrackingTransparency
import UIKit
// Where both are compiled as one, as for Flutter, there is no such module.
#if canImport(Cairn)
import Cairn
#endif

/// Apple's advertising id, where the person allowed it: `Options(…, evidence: [Tracking()])`.
public struct Tracking: Evidence {
    public init() {}

    public func read() -> [String: Any]? {
        Self.idfa.map { ["idfa": $0.uuidString] }
    }

    /// Nil unless the person allowed it. Zeros are no id.
    static var idfa: UUID? {
        if #available(iOS 14, *), ATTrackingManager.trackingAuthorizationStatus != .authorized { return nil }
        let id = ASIdentifierManager.shared().advertisingIdentifier
        return id.uuidString.contains { $0 != "0" && $0 != "-" } ? id : nil
    }
}

extension Cairn {
    /// Shows Apple's tracking prompt, and sends the answer to the server. Info.plist needs
    /// `NSUserTrackingUsageDescription`; without it Apple would end the app, so the prompt is not shown.
    public static func requestTracking(_ done: @escaping (TrackingStatus) -> Void = { _ in }) {
        guard #available(iOS 14, *), Bundle.main.object(forInfoDictionaryKey: "NSUserTrackingUsageDescription") != nil
        else { return DispatchQueue.main.async { done(.unsupported) } }
        ATTrackingManager.requestTrackingAuthorization { answer in
            let status: TrackingStatus
            switch answer {
            case .authorized: status = .authorized
            case .denied: status = .denied
            case .restricted: status = .restricted
            case .notDetermined: status = .notDetermined
            @unknown default: status = .notDetermined
            }
            tellTracking(status: status, idfa: Tracking.idfa)
            DispatchQueue.main.async { done(status) }
        }
    }
}
#endif
