#if canImport(UIKit)
import AdSupport
import AppTrackingTransparency
import UIKit
// Flutter compiles both products as one module, so this module does not exist there.
#if canImport(Cairn)
import Cairn
#endif

/// Apple's advertising ID, if the user allowed it: `Options(…, evidence: [Tracking()])`.
public struct Tracking: Evidence {
    public init() {}

    public func read() -> [String: Any]? {
        Self.idfa.map { ["idfa": $0.uuidString] }
    }

    /// Nil without the user's permission. Zeros are not an ID.
    static var idfa: UUID? {
        if #available(iOS 14, *), ATTrackingManager.trackingAuthorizationStatus != .authorized { return nil }
        let id = ASIdentifierManager.shared().advertisingIdentifier
        return id.uuidString.contains { $0 != "0" && $0 != "-" } ? id : nil
    }
}

extension Cairn {
    /// Shows Apple's tracking prompt, and sends the user's choice to the server. Info.plist needs
    /// `NSUserTrackingUsageDescription`. Without it Apple would end the app, so the prompt is not shown.
    public static func requestTracking(_ done: @escaping (TrackingStatus) -> Void = { _ in }) {
        guard #available(iOS 14, *), Bundle.main.object(forInfoDictionaryKey: "NSUserTrackingUsageDescription") != nil
        else { return DispatchQueue.main.async { done(.unsupported) } }
        ATTrackingManager.requestTrackingAuthorization { authorization in
            let status: TrackingStatus
            switch authorization {
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
