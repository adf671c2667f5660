import AdServices
import AppTrackingTransparency
import Foundation
import React
import StoreKit
import UIKit
#if CAIRN_ADVERTISING_ID
import AdSupport
#endif
#if canImport(AdAttributionKit)
import AdAttributionKit
#endif

@objc(CairnNative)
final class CairnNative: NSObject {

    /// One queue, so that files are written in the order of calls, and never on the main thread.
    private let queue = DispatchQueue(label: "io.cairn.files")
    private lazy var files = Result { try DiskFiles() }

    @objc static func requiresMainQueueSetup() -> Bool { false }

    @objc func constantsToExport() -> [AnyHashable: Any] {
        let version = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
        return ["seed": UUID().uuidString, "platform": "IOS", "appVersion": version ?? NSNull()]
    }

    @objc func read(_ name: String, resolve: @escaping RCTPromiseResolveBlock, reject: @escaping RCTPromiseRejectBlock) {
        onDisk(resolve, reject) { try $0.read(name) }
    }

    @objc func append(
        _ name: String, text: String, resolve: @escaping RCTPromiseResolveBlock, reject: @escaping RCTPromiseRejectBlock
    ) {
        onDisk(resolve, reject) { try $0.append(name, text); return nil }
    }

    @objc func replace(
        _ name: String, text: String, resolve: @escaping RCTPromiseResolveBlock, reject: @escaping RCTPromiseRejectBlock
    ) {
        onDisk(resolve, reject) { try $0.replace(name, text); return nil }
    }

    @objc func remove(_ name: String, resolve: @escaping RCTPromiseResolveBlock, reject: @escaping RCTPromiseRejectBlock) {
        onDisk(resolve, reject) { try $0.remove(name); return nil }
    }

    @objc func device(_ resolve: @escaping RCTPromiseResolveBlock, reject: @escaping RCTPromiseRejectBlock) {
        DispatchQueue.main.async {
            let device = UIDevice.current
            let locale = Locale.current
            var known: [String: Any] = [
                "brand": "Apple",
                "manufacturer": "Apple",
                "device_name": Self.model,
                "system_version": device.systemVersion,
                "bundle_id": Bundle.main.bundleIdentifier ?? "",
                "language": Locale.preferredLanguages.first ?? locale.identifier,
                "timezone": TimeZone.current.identifier,
                "att_status": Self.name(of: ATTrackingManager.trackingAuthorizationStatus),
            ]
            if let vendor = device.identifierForVendor { known["idfv"] = vendor.uuidString }
            #if CAIRN_ADVERTISING_ID
            if let id = Self.advertisingId { known["idfa"] = id }
            #endif
            // Apple's code can take a second for the token.
            DispatchQueue.global(qos: .utility).async {
                if let token = try? AAAttribution.attributionToken() {
                    known["adservices_attribution_token"] = token
                }
                resolve(known)
            }
        }
    }

    /// On iOS all device data is available immediately.
    @objc func lateDevice(_ resolve: @escaping RCTPromiseResolveBlock, reject: @escaping RCTPromiseRejectBlock) {
        resolve(nil)
    }

    /// The system asks the user; if they decline, the clipboard is empty.
    @objc func pasted(_ resolve: @escaping RCTPromiseResolveBlock, reject: @escaping RCTPromiseRejectBlock) {
        DispatchQueue.main.async {
            let board = UIPasteboard.general
            resolve(board.hasStrings || board.hasURLs ? board.string ?? board.url?.absoluteString : nil)
        }
    }

    @objc func requestTracking(_ resolve: @escaping RCTPromiseResolveBlock, reject: @escaping RCTPromiseRejectBlock) {
        // Without this text, Apple ends the app instead of showing the prompt.
        guard Bundle.main.object(forInfoDictionaryKey: "NSUserTrackingUsageDescription") != nil else {
            return reject("cairn_tracking", "NSUserTrackingUsageDescription is missing in Info.plist", nil)
        }
        DispatchQueue.main.async {
            ATTrackingManager.requestTrackingAuthorization { resolve(Self.name(of: $0)) }
        }
    }

    @objc func applyConversionValue(
        _ value: NSDictionary, resolve: @escaping RCTPromiseResolveBlock, reject: @escaping RCTPromiseRejectBlock
    ) {
        let fine = (value["fine"] as? NSNumber)?.intValue ?? 0
        let coarse = value["coarse"] as? String
        let lock = (value["lock"] as? NSNumber)?.boolValue ?? false
        // Either framework may have attributed the install, so both get the value.
        updateAdAttributionKit(fine, coarse, lock)
        updateStoreKit(fine, coarse, lock) { error in
            if let error { reject("cairn_conversion_value", error.localizedDescription, error) } else { resolve(nil) }
        }
    }

    private func updateStoreKit(_ fine: Int, _ coarse: String?, _ lock: Bool, _ done: @escaping (Error?) -> Void) {
        if #available(iOS 16.1, *) {
            let value: SKAdNetwork.CoarseConversionValue
            switch coarse {
            case "high": value = .high
            case "medium": value = .medium
            default: value = .low
            }
            SKAdNetwork.updatePostbackConversionValue(
                fine, coarseValue: value, lockWindow: lock, completionHandler: done
            )
        } else if #available(iOS 15.4, *) {
            SKAdNetwork.updatePostbackConversionValue(fine, completionHandler: done)
        } else {
            done(nil)
        }
    }

    private func updateAdAttributionKit(_ fine: Int, _ coarse: String?, _ lock: Bool) {
        #if canImport(AdAttributionKit)
        guard #available(iOS 17.4, *) else { return }
        let value: CoarseConversionValue
        switch coarse {
        case "high": value = .high
        case "medium": value = .medium
        default: value = .low
        }
        Task {
            do {
                try await Postback.updateConversionValue(fine, coarseConversionValue: value, lockPostback: lock)
            } catch {
                // Most installs were attributed by neither framework, so only StoreKit's result is returned.
                NSLog("Cairn: AdAttributionKit did not accept the conversion value: %@", error.localizedDescription)
            }
        }
        #endif
    }

    private func onDisk(
        _ resolve: @escaping RCTPromiseResolveBlock,
        _ reject: @escaping RCTPromiseRejectBlock,
        _ step: @escaping (DiskFiles) throws -> String?
    ) {
        queue.async {
            do {
                resolve(try step(try self.files.get()))
            } catch {
                reject("cairn_files", error.localizedDescription, error)
            }
        }
    }

    private static func name(of status: ATTrackingManager.AuthorizationStatus) -> String {
        switch status {
        case .authorized: return "AUTHORIZED"
        case .denied: return "DENIED"
        case .restricted: return "RESTRICTED"
        case .notDetermined: return "NOT_DETERMINED"
        @unknown default: return "NOT_DETERMINED"
        }
    }

    #if CAIRN_ADVERTISING_ID
    /// Nil without the user's permission. Zeros are not an ID.
    private static var advertisingId: String? {
        guard ATTrackingManager.trackingAuthorizationStatus == .authorized else { return nil }
        let id = ASIdentifierManager.shared().advertisingIdentifier.uuidString
        return id.contains { $0 != "0" && $0 != "-" } ? id : nil
    }
    #endif

    /// Such as `iPhone16,2`. The phone's name is personal and is not read.
    private static let model: String = {
        var system = utsname()
        uname(&system)
        return withUnsafeBytes(of: &system.machine) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }()
}
