import Foundation

/// What outlives the process, beside the calls that wait.
struct Kept: Equatable {
    var install: String
    /// By the wall clock of the device.
    var installedAt: Double
    var enabled = true
    var consent: Cairn.Consent?
    var released = false
    /// The user who was identified last.
    var user: String?
    /// Server's time minus the wall clock.
    var skew: Double?
    var attribution: Cairn.Decision?
    var attributionAt = 0.0
    /// The app was started with Cairn before.
    var isStarted = false
    /// The deferred link was given to the app, or there is none.
    var isDeferredTold = false
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
            "isDeferredTold": .bool(isDeferredTold),
            "dropped": .number(Double(dropped)),
        ]
    }

    /// What another version or package left out stays as it is here.
    mutating func take(_ json: JSON) {
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
        isDeferredTold = json["isDeferredTold"]?.bool ?? isDeferredTold
        dropped = json["dropped"]?.number.map { Int($0) } ?? dropped
    }
}

extension Cairn.Consent {
    /// By the names of the vectors.
    var json: JSON {
        let all: [String: Bool?] = [
            "eea": eea, "adUserData": adUserData, "adPersonalization": adPersonalization, "adStorage": adStorage,
        ]
        return .object(all.compactMapValues { $0.map(JSON.bool) })
    }

    init?(_ json: JSON?) {
        guard let json, json.object != nil else { return nil }
        self.init(
            eea: json["eea"]?.bool,
            adUserData: json["adUserData"]?.bool,
            adPersonalization: json["adPersonalization"]?.bool,
            adStorage: json["adStorage"]?.bool
        )
    }
}

/// Kept as one file that is replaced whole. Used on Cairn's queue alone.
final class Keeper {
    private static let name = "cairn-kept.json"
    private let files: Files
    private let log: Logger
    private(set) var value: Kept
    private var isForgotten = false

    init(files: Files, turns: Turns, log: @escaping Logger) {
        self.files = files
        self.log = log
        value = Kept(install: turns.uuid(), installedAt: turns.wall())
        do {
            // Replaced whole, it is ours or was made by nobody: text that is no JSON is as good as no file.
            if let kept = try files.read(Self.name).flatMap(JSON.read), kept.object != nil {
                value.take(kept)
            } else {
                change { _ in }
            }
        } catch {
            log(.error, "the stored state could not be read: \(error)")
        }
    }

    func change(_ change: (inout Kept) -> Void) {
        // Work in progress after forgetMe must not restore the file.
        if isForgotten { return }
        change(&value)
        do {
            try files.replace(Self.name, value.json.write())
        } catch {
            // It holds for this process alone.
            log(.error, "the stored state could not be written: \(error)")
        }
    }

    func forget() {
        isForgotten = true
        do {
            try files.remove(Self.name)
        } catch {
            log(.error, "the stored state could not be removed: \(error)")
        }
    }
}
