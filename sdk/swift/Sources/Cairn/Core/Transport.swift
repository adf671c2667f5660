import Foundation

struct Target {
    var server: String
    var token: String
    var key: Cairn.SigningKey?
}

/// `status` is 0 without a response.
struct CallResult {
    var verdict: Verdict
    var status: Int
    var body: JSON?
}

/// `results` has one for each call, in order. `retryAfter` is the delay that the server requests, in milliseconds.
struct Delivery {
    var results: [CallResult]
    var retryAfter: Double?
}

/// Sends calls to the server: as a batch, or one by one to an older server. Used on Cairn's queue only.
final class Transport {
    private typealias Posted = (result: CallResult, retryAfter: Double?)

    private static let timeoutMs = 15_000.0
    private let target: Target
    private let network: Connection
    private let scheduler: Scheduler
    private let serverNow: () -> Double
    private let learn: (_ date: String?, _ sentAt: Double) -> Void
    private let log: Logger
    private var hasBatch = true

    init(
        target: Target, network: Connection, scheduler: Scheduler, log: @escaping Logger,
        serverNow: @escaping () -> Double, learn: @escaping (String?, Double) -> Void
    ) {
        self.target = target
        self.network = network
        self.scheduler = scheduler
        self.log = log
        self.serverNow = serverNow
        self.learn = learn
    }

    func deliver(_ calls: [Call], _ done: @escaping (Delivery) -> Void) {
        guard calls.count > 1, hasBatch else { return deliverSingly(calls, [], done) }
        deliverTogether(calls) { together in
            if let together { done(together) } else { self.deliverSingly(calls, [], done) }
        }
    }

    /// Sends one call outside the queue.
    func send(_ call: Call, _ done: @escaping (CallResult) -> Void) {
        post(call.path, call.body) { done($0.result) }
    }

    /// Nil if this server does not support batches or rejects this one; the calls are then sent one by one.
    private func deliverTogether(_ calls: [Call], _ done: @escaping (Delivery?) -> Void) {
        let entries = calls.map { call -> JSON in ["path": .text(call.path), "body": .object(call.body)] }
        post("batch", ["calls": .list(entries)]) { posted in
            let result = posted.result
            switch result.verdict {
            case .done:
                let results = Self.results(in: result.body)
                let isWhole = results?.count == calls.count
                if isWhole { self.warnDiscarded(calls, in: result.body) }
                done(isWhole ? Delivery(results: results ?? [], retryAfter: posted.retryAfter) : nil)
            case .rejected:
                if result.status == 404 || result.status == 405 { self.hasBatch = false }
                done(nil)
            case .retry, .blocked:
                done(Delivery(results: calls.map { _ in result }, retryAfter: posted.retryAfter))
            }
        }
    }

    private func deliverSingly(_ calls: [Call], _ results: [CallResult], _ done: @escaping (Delivery) -> Void) {
        guard results.count < calls.count else { return done(Delivery(results: results, retryAfter: nil)) }
        let call = calls[results.count]
        post(call.path, call.body) { posted in
            let result = posted.result
            guard result.verdict == .retry || result.verdict == .blocked else {
                return self.deliverSingly(calls, results + [result], done)
            }
            // The order of an install's calls is kept, so later calls wait, too.
            let rest = calls.dropFirst(results.count).map { _ in result }
            done(Delivery(results: results + rest, retryAfter: posted.retryAfter))
        }
    }

    private func post(_ path: String, _ fields: Fields, _ done: @escaping (Posted) -> Void) {
        let whole = "/api/client/\(path)"
        let sentAt = serverNow()
        // By the same clock as the times of its calls, because only the difference matters.
        let envelope: Fields = ["token": .text(target.token), "sent_at": .number(sentAt.rounded())]
        let body = JSON.object(envelope + fields).write()
        var headers = ["content-type": "application/json"]
        if let key = target.key {
            headers.merge(Signing.headers(key, method: "POST", path: whole, body: body, at: sentAt)) { _, last in last }
        }
        network.post(target.server + whole, headers, body, Self.timeoutMs) { response in
            self.scheduler.next { done(self.read(path, response, sentAt)) }
        }
    }

    private func read(_ path: String, _ response: HttpResponse?, _ sentAt: Double) -> Posted {
        guard let response else {
            log(.info, "\(path) did not reach the server")
            return (CallResult(verdict: .retry, status: 0, body: nil), nil)
        }
        learn(response.header("date"), sentAt)
        if response.header("cairn-stored") == "false" { warnDiscarded(path) }
        let body = JSON.read(response.text)
        let verdict = Retry.verdict(status: response.status, body: body)
        if verdict == .rejected || verdict == .blocked {
            let message = "\(path) was rejected with \(response.status): \(response.text.prefix(300))"
            log(verdict == .blocked ? .error : .warn, message)
        }
        let retryAfter = Retry.requestedDelay(response.header("retry-after"), serverNow: serverNow())
        return (CallResult(verdict: verdict, status: response.status, body: body), retryAfter)
    }

    private func warnDiscarded(_ path: String) {
        log(.warn, "\(path) was discarded by the server: call identify first")
    }

    private func warnDiscarded(_ calls: [Call], in body: JSON?) {
        for (call, each) in zip(calls, body?["data"]?["answers"]?.list ?? []) where each["stored"]?.bool == false {
            warnDiscarded(call.path)
        }
    }

    private static func results(in body: JSON?) -> [CallResult]? {
        guard let entries = body?["data"]?["answers"]?.list else { return nil }
        let results = entries.compactMap { each -> CallResult? in
            guard let status = each["status"]?.number.map({ Int($0) }) else { return nil }
            return CallResult(verdict: Retry.verdict(status: status, body: each["body"]), status: status, body: each["body"])
        }
        return results.count == entries.count ? results : nil
    }
}
