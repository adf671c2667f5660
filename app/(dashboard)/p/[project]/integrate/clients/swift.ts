import type { ClientTarget } from "./client";

export const swiftClient = ({ server, token }: ClientTarget) => `// Cairn.swift, for iOS 16 and later
import AdServices
import Foundation
import UIKit

private let server = ${JSON.stringify(server)}
private let token = ${JSON.stringify(token)}

/// Calls are kept on the device until the server has them, and sent in their order.
actor Cairn {
    static let shared = Cairn()

    private struct Call: Codable {
        let name: String
        let body: Data
    }

    private struct Kept: Codable {
        var install = UUID().uuidString
        var calls: [Call] = []
    }

    private let file: URL
    private var kept: Kept
    private var isSending = false

    private init() {
        let folder = URL.applicationSupportDirectory
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appending(path: "cairn.json")
        let data = try? Data(contentsOf: file)
        kept = data.flatMap { try? JSONDecoder().decode(Kept.self, from: $0) } ?? Kept()
    }

    /// At every start of the app; with the link, if one opened it.
    func start(link: URL? = nil) async {
        let version = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
        add("init", ["app_version": version, "device_data": await Self.device(), "link": link?.absoluteString])
    }

    /// After every sign-up and sign-in. Before it, events and payments belong to nobody and are not stored.
    func identify(id: String, name: String? = nil, email: String? = nil, phone: String? = nil) {
        let user: [String: String?] = ["id": id, "name": name, "email": email, "phone": phone]
        add("trigger", ["user_data": user.compactMapValues { $0 }])
    }

    func event(_ name: String, data: [String: any Sendable] = [:]) {
        add("capture-event", ["event_name": name, "event_data": data, "event_id": UUID().uuidString])
    }

    /// \`id\` is from the store or from your server: the same id counts once, however often it is sent.
    func payment(id: String, amount: Double, type: String = "DEFAULT", data: [String: any Sendable] = [:]) {
        add("capture-payment", ["payment_id": id, "amount": amount, "type": type, "event_data": data])
    }

    func removePayment(id: String) {
        add("remove-captured-payment", ["payment_id": id])
    }

    private func add(_ name: String, _ fields: [String: (any Sendable)?]) {
        guard kept.calls.count < 1000 else { return } // offline for very long
        var body: [String: Any] = fields.compactMapValues { $0 }
        body["token"] = token
        body["install_instance_id"] = kept.install
        body["platform"] = "IOS"
        guard JSONSerialization.isValidJSONObject(body),
              let data = try? JSONSerialization.data(withJSONObject: body) else { return }
        kept.calls.append(Call(name: name, body: data))
        save()
        Task { await sendAll() }
    }

    private func sendAll() async {
        guard !isSending else { return }
        isSending = true
        defer { isSending = false }
        var seconds = 1.0
        while let call = kept.calls.first {
            if await Self.post(call) {
                kept.calls.removeFirst()
                save()
                seconds = 1
            } else {
                try? await Task.sleep(for: .seconds(seconds))
                seconds = min(seconds * 2, 60)
            }
        }
    }

    /// False: try again later. A refused call is given up, because it would be refused again.
    private static func post(_ call: Call) async -> Bool {
        guard let url = URL(string: "\\(server)/api/client/\\(call.name)") else { return true }
        var request = URLRequest(url: url, timeoutInterval: 10)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = call.body
        guard let (data, response) = try? await URLSession.shared.data(for: request),
              let status = (response as? HTTPURLResponse)?.statusCode else { return false }
        if status == 429 || status >= 500 { return false }
        if status >= 400 { print("Cairn refused \\(call.name):", String(decoding: data, as: UTF8.self)) }
        return true
    }

    private func save() {
        try? JSONEncoder().encode(kept).write(to: file, options: .atomic)
        // No backup: a new phone is a new install, also when the old one's data is restored on it.
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        var file = file
        try? file.setResourceValues(values)
    }

    @MainActor private static func device() -> [String: String] {
        let device = UIDevice.current
        let known: [String: String?] = [
            "brand": "Apple",
            "device_name": device.model,
            "system_version": device.systemVersion,
            "language": Locale.preferredLanguages.first,
            "idfv": device.identifierForVendor?.uuidString,
            // With it Apple tells which of its search ads led here.
            "adservices_attribution_token": try? AAAttribution.attributionToken(),
        ]
        return known.compactMapValues { $0 }
    }
}
`;

export const swiftUse = () => `// In the App or the AppDelegate
Task { await Cairn.shared.start() }

// Wherever it happens
await Cairn.shared.identify(id: "user-42", name: "Ada")
await Cairn.shared.event("trail_finished", data: ["km": 12.4])
await Cairn.shared.payment(id: "order-1001", amount: 9.99, type: "FIRST_PAYMENT")
await Cairn.shared.removePayment(id: "order-1001") // refunded
`;
