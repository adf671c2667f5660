import Foundation
import XCTest
@testable import Cairn

/// `sdk/vectors`, which every package answers alike.
final class VectorTests: XCTestCase {
    private func vectors(_ name: String) throws -> JSON {
        let sdk = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardizedFileURL
        let file = sdk.appendingPathComponent("vectors/\(name).json")
        return try XCTUnwrap(JSON.read(String(contentsOf: file, encoding: .utf8)))
    }

    private func each(_ list: JSON?, _ step: (JSON, String) throws -> Void) throws {
        for (place, entry) in try XCTUnwrap(list?.list).enumerated() {
            try step(entry, entry["name"]?.text ?? "entry \(place)")
        }
    }

    func testTheQueuesFile() throws {
        let queue = try vectors("queue")
        try each(queue["log"]) { entry, name in
            let read = QueueLog.read(try XCTUnwrap(entry["text"]?.text))
            let calls = read.calls.map { call -> JSON in
                ["number": .number(Double(call.number)), "path": .text(call.path), "body": .object(call.body), "made": call.made.json]
            }
            XCTAssertEqual(.list(calls), entry["calls"], name)
            XCTAssertEqual(Double(read.damaged), entry["damaged"]?.number, name)
            XCTAssertEqual(read.isTorn, entry["isTorn"]?.bool, name)
            XCTAssertEqual(Double(read.next), entry["next"]?.number, name)
            // Written data is read again.
            XCTAssertEqual(QueueLog.read(read.calls.map(QueueLog.line).joined()).calls, read.calls, name)
        }
        try each(queue["room"]) { entry, name in
            let fill = entry["fill"]
            let alike = (0..<Int(fill?["count"]?.number ?? 0)).map {
                Room.Waiting(number: $0, path: fill?["path"]?.text ?? "", bytes: Int(fill?["bytes"]?.number ?? 0))
            }
            let others = try XCTUnwrap(entry["waiting"]?.list).map {
                Room.Waiting(
                    number: Int($0["number"]?.number ?? 0), path: $0["path"]?.text ?? "", bytes: Int($0["bytes"]?.number ?? 0)
                )
            }
            let added = entry["added"]
            let given = Room.make(
                waiting: alike + others, path: added?["path"]?.text ?? "", bytes: Int(added?["bytes"]?.number ?? 0)
            )
            XCTAssertEqual(given, entry["given"]?.list?.compactMap { $0.number.map { Int($0) } }, name)
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
            let call = Said(path: entry["path"]?.text ?? "", body: body)
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
            let delay = Retry.delay(failures: failures, asked: entry["asked"]?.number, chance: entry["chance"]?.number ?? 0)
            XCTAssertEqual(delay, entry["ms"]?.number, name)
        }
        try each(retry["asked"]) { entry, name in
            let asked = Retry.asked(entry["header"]?.text, serverNow: entry["now"]?.number ?? 0)
            XCTAssertEqual(asked, entry["ms"]?.number, name)
        }
    }

    func testTheClock() throws {
        let clock = try vectors("clock")
        try each(clock["moments"]) { entry, name in
            let made = try XCTUnwrap(Moment(entry["made"]))
            let now = try XCTUnwrap(Moment(entry["now"]))
            XCTAssertEqual(Moments.serverTime(of: made, now: now), entry["serverTime"]?.number, name)
        }
        try each(clock["skews"]) { entry, name in
            let skew = Moments.skew(
                date: entry["date"]?.text, sentAt: entry["sentAt"]?.number ?? 0, answeredAt: entry["answeredAt"]?.number ?? 0
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

    func testConsent() throws {
        let consent = try vectors("consent")
        try each(consent["gates"]) { entry, name in
            let said = entry["gate"]
            let gate = Gate(
                enabled: said?["enabled"]?.bool ?? false, waitForConsent: said?["waitForConsent"]?.bool ?? false,
                consent: Cairn.Consent(said?["consent"]), released: said?["released"]?.bool ?? false
            )
            XCTAssertEqual(gate.rawValue, entry["then"]?.text, name)
        }
        try each(consent["devices"]) { entry, name in
            let told = Cairn.Consent.told(entry["device"]?.object ?? [:], Cairn.Consent(entry["consent"]))
            XCTAssertEqual(told, entry["told"]?.object, name)
        }
    }

    func testAnswers() throws {
        let decision = try vectors("decision")
        try each(decision["attributions"]) { entry, name in
            switch Answers.attribution(entry["answer"]) {
            case .pending(let retryAfterMs):
                XCTAssertEqual("pending", entry["attribution"]?["state"]?.text, name)
                XCTAssertEqual(retryAfterMs, entry["attribution"]?["retryAfterMs"]?.number, name)
            case .decided(let found):
                XCTAssertEqual(found.json, entry["attribution"], name)
                XCTAssertEqual(Cairn.Decision(found.json), found, name)
            }
        }
        try each(decision["conversionValues"]) { entry, name in
            let value = Answers.conversionValue(entry["answer"])
            let wanted = entry["value"]
            XCTAssertEqual(value?.fine, wanted?["fine"]?.number.map { Int($0) }, name)
            XCTAssertEqual(value?.coarse, wanted?["coarse"]?.text, name)
            XCTAssertEqual(value?.lock, wanted?["lock"]?.bool, name)
        }
        try each(decision["deeplinks"]) { entry, name in
            XCTAssertEqual(Answers.deeplink(entry["answer"]), entry["deeplink"]?.text, name)
        }
    }
}
