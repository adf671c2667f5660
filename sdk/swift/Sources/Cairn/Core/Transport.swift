import Foundation

struct Target {
    var server: String
    var token: String
    var key: Cairn.SigningKey?
}

/// `status` is 0 where nobody answered.
struct Answered {
    var verdict: Verdict
    var status: Int
    var body: JSON?
}

/// `answers` are of each call, in their order; `retryAfter` are milliseconds that the server asks to be left alone.
struct Delivery {
    var answers: [Answered]
    var retryAfter: Double?
}

/// Takes calls to the server: together where it has the batch, one by one where it is older. On Cairn's queue.
final class Transport {
    private typealias Posted = (answer: Answered, retryAfter: Double?)

    private static let timeoutMs = 15_000.0
    private let target: Target
    private let network: Connection
    private let turns: Turns
    private let serverNow: () -> Double
    private let learn: (_ date: String?, _ sentAt: Double) -> Void
    private let log: Logger
    private var hasBatch = true

    init(
        target: Target, network: Connection, turns: Turns, log: @escaping Logger,
        serverNow: @escaping () -> Double, learn: @escaping (String?, Double) -> Void
    ) {
        self.target = target
        self.network = network
        self.turns = turns
        self.log = log
        self.serverNow = serverNow
        self.learn = learn
    }

    func deliver(_ calls: [Said], _ done: @escaping (Delivery) -> Void) {
        guard calls.count > 1, hasBatch else { return deliverSingly(calls, [], done) }
        deliverTogether(calls) { together in
            if let together { done(together) } else { self.deliverSingly(calls, [], done) }
        }
    }

    /// One call that waits in no queue.
    func ask(_ call: Said, _ done: @escaping (Answered) -> Void) {
        post(call.path, call.body) { done($0.answer) }
    }

    /// Nil: this server answers no batch, or not this one; they go one by one.
    private func deliverTogether(_ calls: [Said], _ done: @escaping (Delivery?) -> Void) {
        let told = calls.map { call -> JSON in ["path": .text(call.path), "body": .object(call.body)] }
        post("batch", ["calls": .list(told)]) { posted in
            let answer = posted.answer
            switch answer.verdict {
            case .done:
                let answers = Self.answers(in: answer.body)
                let isWhole = answers?.count == calls.count
                if isWhole { self.warnDiscarded(calls, in: answer.body) }
                done(isWhole ? Delivery(answers: answers ?? [], retryAfter: posted.retryAfter) : nil)
            case .refused:
                if answer.status == 404 || answer.status == 405 { self.hasBatch = false }
                done(nil)
            case .again, .held:
                done(Delivery(answers: calls.map { _ in answer }, retryAfter: posted.retryAfter))
            }
        }
    }

    private func deliverSingly(_ calls: [Said], _ answers: [Answered], _ done: @escaping (Delivery) -> Void) {
        guard answers.count < calls.count else { return done(Delivery(answers: answers, retryAfter: nil)) }
        let call = calls[answers.count]
        post(call.path, call.body) { posted in
            let answer = posted.answer
            guard answer.verdict == .again || answer.verdict == .held else {
                return self.deliverSingly(calls, answers + [answer], done)
            }
            // The order of an install is kept: what comes after waits with it.
            let rest = calls.dropFirst(answers.count).map { _ in answer }
            done(Delivery(answers: answers + rest, retryAfter: posted.retryAfter))
        }
    }

    private func post(_ path: String, _ fields: Fields, _ done: @escaping (Posted) -> Void) {
        let whole = "/api/client/\(path)"
        let sentAt = serverNow()
        // Beside the moments of its calls, by the same clock: only the time between them has to be right.
        let said: Fields = ["token": .text(target.token), "sent_at": .number(sentAt.rounded())]
        let body = JSON.object(said + fields).write()
        var headers = ["content-type": "application/json"]
        if let key = target.key {
            headers.merge(Signing.headers(key, method: "POST", path: whole, body: body, at: sentAt)) { _, last in last }
        }
        network.post(target.server + whole, headers, body, Self.timeoutMs) { answer in
            self.turns.next { done(self.read(path, answer, sentAt)) }
        }
    }

    private func read(_ path: String, _ answer: HttpAnswer?, _ sentAt: Double) -> Posted {
        guard let answer else {
            log(.info, "\(path) did not reach the server")
            return (Answered(verdict: .again, status: 0, body: nil), nil)
        }
        learn(answer.header("date"), sentAt)
        if answer.header("cairn-stored") == "false" { warnDiscarded(path) }
        let body = JSON.read(answer.text)
        let verdict = Retry.verdict(status: answer.status, body: body)
        if verdict == .refused || verdict == .held {
            let told = "\(path) was rejected with \(answer.status): \(answer.text.prefix(300))"
            log(verdict == .held ? .error : .warn, told)
        }
        let retryAfter = Retry.asked(answer.header("retry-after"), serverNow: serverNow())
        return (Answered(verdict: verdict, status: answer.status, body: body), retryAfter)
    }

    private func warnDiscarded(_ path: String) {
        log(.warn, "\(path) was discarded by the server: call identify first")
    }

    private func warnDiscarded(_ calls: [Said], in body: JSON?) {
        for (call, each) in zip(calls, body?["data"]?["answers"]?.list ?? []) where each["stored"]?.bool == false {
            warnDiscarded(call.path)
        }
    }

    private static func answers(in body: JSON?) -> [Answered]? {
        guard let told = body?["data"]?["answers"]?.list else { return nil }
        let answers = told.compactMap { each -> Answered? in
            guard let status = each["status"]?.number.map({ Int($0) }) else { return nil }
            return Answered(verdict: Retry.verdict(status: status, body: each["body"]), status: status, body: each["body"])
        }
        return answers.count == told.count ? answers : nil
    }
}
