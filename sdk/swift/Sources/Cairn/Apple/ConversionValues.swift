#if canImport(UIKit)
import StoreKit
#if canImport(AdAttributionKit)
import AdAttributionKit
#endif

/// Passes conversion values to each of Apple's frameworks on this system, because either may have attributed the
/// install.
enum ConversionValues {
    static func apply(_ value: ConversionValue, _ failed: @escaping (String) -> Void) {
        updateStoreKit(value, failed)
        #if canImport(AdAttributionKit)
        if #available(iOS 17.4, *) { updateAdAttributionKit(value, failed) }
        #endif
    }

    private static func updateStoreKit(_ value: ConversionValue, _ failed: @escaping (String) -> Void) {
        let done: (Error?) -> Void = { error in
            if let error { failed("SKAdNetwork: \(error.localizedDescription)") }
        }
        let fine = value.fine ?? 0
        if #available(iOS 16.1, *) {
            SKAdNetwork.updatePostbackConversionValue(
                fine, coarseValue: coarse(value.coarse), lockWindow: value.lock, completionHandler: done
            )
        } else if #available(iOS 15.4, *) {
            SKAdNetwork.updatePostbackConversionValue(fine, completionHandler: done)
        } else if #available(iOS 14, *) {
            SKAdNetwork.updateConversionValue(fine)
        }
    }

    @available(iOS 16.1, *)
    private static func coarse(_ name: String?) -> SKAdNetwork.CoarseConversionValue {
        switch name {
        case "high": return .high
        case "medium": return .medium
        default: return .low
        }
    }

    #if canImport(AdAttributionKit)
    @available(iOS 17.4, *)
    private static func updateAdAttributionKit(_ value: ConversionValue, _ failed: @escaping (String) -> Void) {
        let fine = value.fine ?? 0
        let coarse: CoarseConversionValue
        switch value.coarse {
        case "high": coarse = .high
        case "medium": coarse = .medium
        default: coarse = .low
        }
        Task {
            do {
                try await Postback.updateConversionValue(
                    fine, coarseConversionValue: coarse, lockPostback: value.lock
                )
            } catch {
                failed("AdAttributionKit: \(error.localizedDescription)")
            }
        }
    }
    #endif
}
#endif
