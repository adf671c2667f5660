import Foundation

/// The stored state, apart from the queued calls.
struct StoredState: Equatable {
    var install: String
    /// By the device's clock.
    var installedAt: Double
    var enabled = true
    var consent: Cairn.Consent?
    var released = false
    /// The last identified user.
    var user: String?
    /// The server's time minus the device's.
    var skew: Double?
    var attribution: Cairn.Decision?
    var attributionAt = 0.0
    /// The app was started with Cairn before.
    var isStarted = false
    /// The deferred link was passed to the app, or there is none.
    var isDeferredDelivered = false
    /// Calls dropped for lack of space, not reported to the server yet.
    var dropped = 0

    init(install: String, installedAt: Double) {
        self.install = install
        self.installedAt = installedAt
    }

    var json: JSON {
        let decision: JSON = attribution.map { ["answer": $0.json, "at": .number(attributionAt)] } ?? .null
        return [
            "install": .text(install),
            "installedAt": .number(installedAt),
            "enabled": .bool(enabled),
            "consent": consent?.json ?? .null,
            "released": .bool(released),
            "user": user.map(JSON.text) ?? .null,
            "skew": skew.map(JSON.number) ?? .null,
            "attribution": decision,
            "isStarted": .bool(isStarted),
            "isDeferredTold": .bool(isDeferredDelivered),
            "dropped": .number(Double(dropped)),
        ]
    }

    /// Keys that another version or package did not write keep their values.
    mutating func read(_ json: JSON) {
        install = json["install"]?.text ?? install
        installedAt = json["installedAt"]?.number ?? installedAt
        enabled = json["enabled"]?.bool ?? enabled
        consent = Cairn.Consent(json["consent"])
        released = json["released"]?.bool ?? released
        user = json["user"]?.text
        skew = json["skew"]?.number
        attribution = Cairn.Decision(json["attribution"]?["answer"])
        attributionAt = json["attribution"]?["at"]?.number ?? 0
        isStarted = json["isStarted"]?.bool ?? isStarted
        isDeferredDelivered = json["isDeferredTold"]?.bool ?? isDeferredDelivered
        dropped = json["dropped"]?.number.map { Int($0) } ?? dropped
    }
}

extension Cairn.Consent {
    /// Reads the stored format.
    var json: JSON {
        let flags: [String: Bool?] = [
            "eea": eea, "adUserData": adUserData, "adPersonalization": adPersonalization, "adStorage": adStorage,
            "usOptOut": usOptOut, "isChild": isChild,
        ]
        let texts: [String: String?] = ["tcString": tcString, "gppString": gppString]
        return .object(
            flags.compactMapValues { $0.map(JSON.bool) } + texts.compactMapValues { $0.map(JSON.text) }
        )
    }

    init?(_ json: JSON?) {
        guard let json, json.object != nil else { return nil }
        self.init(
            eea: json["eea"]?.bool,
            adUserData: json["adUserData"]?.bool,
            adPersonalization: json["adPersonalization"]?.bool,
            adStorage: json["adStorage"]?.bool,
            usOptOut: json["usOptOut"]?.bool,
            isChild: json["isChild"]?.bool,
            tcString: json["tcString"]?.text,
            gppString: json["gppString"]?.text
        )
    }
}

/// Stored as one file, which is always replaced as a whole. Its name and keys are those of all earlier versions. Used
/// on Cairn's queue only.
final class StateFile {
    private static let name = "cairn-kept.json"
    private let files: Files
    private let log: Logger
    private(set) var value: StoredState
    private var isCleared = false

    init(files: Files, scheduler: Scheduler, log: @escaping Logger) {
        self.files = files
        self.log = log
        value = StoredState(install: scheduler.uuid(), installedAt: scheduler.wall())
        do {
            // The file is always replaced as a whole, so invalid JSON counts as a missing file.
            if let stored = try files.read(Self.name).flatMap(JSON.read), stored.object != nil {
                value.read(stored)
            } else {
                change { _ in }
            }
        } catch {
            log(.error, "the stored state could not be read: \(error)")
        }
    }

    func change(_ change: (inout StoredState) -> Void) {
        // Work in progress after forgetMe must not restore the file.
        if isCleared { return }
        change(&value)
        do {
            try files.replace(Self.name, value.json.write())
        } catch {
            // The change then applies to this process only.
            log(.error, "the stored state could not be written: \(error)")
        }
    }

    func clear() {
        isCleared = true
        do {
            try files.remove(Self.name)
        } catch {
            log(.error, "the stored state could not be removed: \(error)")
        }
    }
}
