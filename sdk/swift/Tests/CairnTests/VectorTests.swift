import Foundation
import XCTest
@testable import Cairn

/// `sdk/vectors`, the expected values of all packages.
final class VectorTests: XCTestCase {
    private func vectors(_ name: String) throws -> JSON {
        let sdk = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardizedFileURL
        let file = sdk.appendingPathComponent("vectors/\(name).json")
        return try XCTUnwrap(JSON.read(String(contentsOf: file, encoding: .utf8)))
    }

    private func each(_ list: JSON?, _ step: (JSON, String) throws -> Void) throws {
        for (index, entry) in try XCTUnwrap(list?.list).enumerated() {
            try step(entry, entry["name"]?.text ?? "entry \(index)")
        }
    }

    func testTheQueuesFile() throws {
        let queue = try vectors("queue")
        try each(queue["log"]) { entry, name in
            let read = QueueLog.read(try XCTUnwrap(entry["text"]?.text))
            let calls = read.calls.map { call -> JSON in
                [
                    "number": .number(Double(call.number)), "path": .text(call.path), "body": .object(call.body),
                    "made": call.made.json,
                ]
            }
            XCTAssertEqual(.list(calls), entry["calls"], name)
            XCTAssertEqual(Double(read.damaged), entry["damaged"]?.number, name)
            XCTAssertEqual(read.isTorn, entry["isTorn"]?.bool, name)
            XCTAssertEqual(Double(read.next), entry["next"]?.number, name)
            // Written data is read again.
            XCTAssertEqual(QueueLog.read(read.calls.map(QueueLog.line).joined()).calls, read.calls, name)
        }
        try each(queue["limits"]) { entry, name in
            let fill = entry["fill"]
            let alike = (0..<Int(fill?["count"]?.number ?? 0)).map {
                QueueLimits.Waiting(number: $0, path: fill?["path"]?.text ?? "", bytes: Int(fill?["bytes"]?.number ?? 0))
            }
            let others = try XCTUnwrap(entry["waiting"]?.list).map {
                QueueLimits.Waiting(
                    number: Int($0["number"]?.number ?? 0), path: $0["path"]?.text ?? "", bytes: Int($0["bytes"]?.number ?? 0)
                )
            }
            let added = entry["added"]
            let dropped = QueueLimits.callsToDrop(
                waiting: alike + others, path: added?["path"]?.text ?? "", bytes: Int(added?["bytes"]?.number ?? 0)
            )
            XCTAssertEqual(dropped, entry["dropped"]?.list?.compactMap { $0.number.map { Int($0) } }, name)
        }
    }

    func testCalls() throws {
        let calls = try vectors("calls")
        try each(calls["calls"]) { entry, name in
            var body = try XCTUnwrap(entry["body"]?.object)
            if let long = entry["long"], let field = long["in"]?.text {
                let text = String(repeating: long["letter"]?.text ?? "x", count: Int(long["count"]?.number ?? 0))
                switch field {
                case "event_data": body[field] = ["text": .text(text)]
                case "user_data.phone":
                    body["user_data"] = .object((body["user_data"]?.object ?? [:]) + ["phone": .text(text)])
                default: body[field] = .text(text)
                }
            }
            if entry["nan"]?.text == "event_data" { body["event_data"] = ["amount": .number(.nan)] }
            if entry["nan"]?.text == "" { body["amount"] = .number(.nan) }
            let call = Call(path: entry["path"]?.text ?? "", body: body)
            XCTAssertEqual(Problems.of(call), entry["problem"]?.text, name)
        }
        try each(calls["servers"]) { entry, name in
            let problem = Problems.ofStart(server: entry["server"]?.text ?? "", token: "ct_1")
            XCTAssertEqual(problem == nil, entry["starts"]?.bool, name)
        }
    }

    func testRetry() throws {
        let retry = try vectors("retry")
        try each(retry["verdicts"]) { entry, name in
            let verdict = Retry.verdict(status: Int(entry["status"]?.number ?? 0), body: entry["body"])
            XCTAssertEqual(verdict.rawValue, entry["verdict"]?.text, name)
        }
        try each(retry["delays"]) { entry, name in
            let failures = Int(entry["failures"]?.number ?? 0)
            let delay = Retry.delay(
                failures: failures, requestedMs: entry["requestedMs"]?.number, chance: entry["chance"]?.number ?? 0
            )
            XCTAssertEqual(delay, entry["ms"]?.number, name)
        }
        try each(retry["requested"]) { entry, name in
            let requestedMs = Retry.requestedDelay(entry["header"]?.text, serverNow: entry["now"]?.number ?? 0)
            XCTAssertEqual(requestedMs, entry["ms"]?.number, name)
        }
    }

    func testTheClock() throws {
        let clock = try vectors("clock")
        try each(clock["times"]) { entry, name in
            let made = try XCTUnwrap(CallTime(entry["made"]))
            let now = try XCTUnwrap(CallTime(entry["now"]))
            XCTAssertEqual(Clocks.serverTime(of: made, now: now), entry["serverTime"]?.number, name)
        }
        try each(clock["skews"]) { entry, name in
            let skew = Clocks.skew(
                date: entry["date"]?.text, sentAt: entry["sentAt"]?.number ?? 0,
                receivedAt: entry["receivedAt"]?.number ?? 0
            )
            XCTAssertEqual(skew, entry["skew"]?.number, name)
        }
    }

    func testSigning() throws {
        try each(vectors("signing")) { entry, name in
            let key = Cairn.SigningKey(id: entry["key"]?["id"]?.text ?? "", secret: entry["key"]?["secret"]?.text ?? "")
            let body = entry["body"]?.text ?? ""
            let headers = Signing.headers(
                key, method: entry["method"]?.text ?? "", path: entry["path"]?.text ?? "", body: body,
                at: entry["at"]?.number ?? 0
            )
            XCTAssertEqual(headers, entry["headers"]?.object?.compactMapValues(\.text), name)
            XCTAssertEqual(Signing.contentHash(body), entry["contentHash"]?.text, name)
        }
    }

    func testTheStateFile() throws {
        try each(vectors("state")["files"]) { entry, name in
            var file = try XCTUnwrap(entry["file"]?.object)
            // Data that is available late exists on Android only.
            file["isLateTold"] = nil
            var state = StoredState(install: "another", installedAt: 0)
            state.read(.object(file))
            XCTAssertEqual(state.json, .object(file), name)
        }
    }

    func testConsent() throws {
        let consent = try vectors("consent")
        try each(consent["permissions"]) { entry, name in
            let settings = entry["settings"]
            let permission = Permission(
                enabled: settings?["enabled"]?.bool ?? false, waitForConsent: settings?["waitForConsent"]?.bool ?? false,
                consent: Cairn.Consent(settings?["consent"]), released: settings?["released"]?.bool ?? false
            )
            XCTAssertEqual(permission.rawValue, entry["permission"]?.text, name)
        }
        try each(consent["devices"]) { entry, name in
            let sent = dataToSend(entry["device"]?.object ?? [:], Cairn.Consent(entry["consent"]))
            XCTAssertEqual(sent, entry["sent"]?.object, name)
        }
    }

    func testResponses() throws {
        let decision = try vectors("decision")
        try each(decision["attributions"]) { entry, name in
            switch Responses.attribution(entry["response"]) {
            case .pending(let retryAfterMs):
                XCTAssertEqual("pending", entry["attribution"]?["state"]?.text, name)
                XCTAssertEqual(retryAfterMs, entry["attribution"]?["retryAfterMs"]?.number, name)
            case .decided(let found):
                XCTAssertEqual(found.json, entry["attribution"], name)
                XCTAssertEqual(Cairn.Decision(found.json), found, name)
            }
        }
        try each(decision["conversionValues"]) { entry, name in
            let value = Responses.conversionValue(entry["response"])
            let expected = entry["value"]
            XCTAssertEqual(value?.fine, expected?["fine"]?.number.map { Int($0) }, name)
            XCTAssertEqual(value?.coarse, expected?["coarse"]?.text, name)
            XCTAssertEqual(value?.lock, expected?["lock"]?.bool, name)
        }
        try each(decision["deeplinks"]) { entry, name in
            XCTAssertEqual(Responses.deeplink(entry["response"]), entry["deeplink"]?.text, name)
        }
    }
}
