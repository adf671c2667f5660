/// The state once the files are open. Used on Cairn's queue alone.
final class Session {
    private let platform: Platform
    private let turns: Turns
    private let options: Cairn.Options
    private let log: Logger
    let keeper: Keeper
    let queue: Queue
    var isTest: Bool
    private let run: String
    private let device: DeviceFacts
    private var onSettled: [Int: (Answered) -> Void] = [:]
    private lazy var transport = Transport(
        target: Target(server: options.address, token: options.token, key: options.key),
        network: platform.network,
        turns: turns,
        log: log,
        serverNow: { [unowned self] in self.turns.wall() + (self.keeper.value.skew ?? 0) },
        learn: { [unowned self] date, sentAt in self.learnSkew(date, sentAt) }
    )
    private(set) lazy var sender = Sender(
        queue: queue,
        transport: transport,
        turns: turns,
        log: log,
        mayLeave: { [unowned self] in self.gate == .send },
        complete: { [unowned self] calls, done in self.complete(calls, done) },
        settled: { [unowned self] call, answer in self.settled(call, answer) }
    )

    init(platform: Platform, turns: Turns, options: Cairn.Options, log: @escaping Logger) {
        self.platform = platform
        self.turns = turns
        self.options = options
        self.log = log
        keeper = Keeper(files: platform.files, turns: turns, log: log)
        queue = Queue(files: platform.files, wall: turns.wall(), log: log)
        isTest = options.testMode
        run = turns.uuid()
        device = DeviceFacts(device: platform.device, turns: turns)
        platform.network.onOnline { [weak self] in
            turns.next { self?.sender.retryNow() }
        }
    }

    var gate: Gate {
        let kept = keeper.value
        return Gate(
            enabled: kept.enabled, waitForConsent: options.waitForConsent, consent: kept.consent, released: kept.released
        )
    }

    /// Whether the server would refuse the call; says why.
    func refuses(_ call: Said) -> Bool {
        guard let problem = Problems.of(call) else { return false }
        log(.warn, "\(call.path) was not sent: \(problem)")
        return true
    }

    /// True once the call is on the disk.
    @discardableResult
    func say(_ call: Said, answered: ((Answered) -> Void)? = nil) -> Bool {
        if refuses(call) { return false }
        if gate == .drop {
            log(.info, "\(call.path) was not stored: Cairn is switched off on this device")
            return false
        }
        let added = queue.add(path: call.path, body: call.body, made: moment)
        if added.dropped > 0 {
            keeper.change { $0.dropped += added.dropped }
            log(.warn, "the queue is full: \(added.dropped) calls were dropped")
        }
        if let answered, added.outcome != .full { onSettled[added.number] = answered }
        sender.wake()
        return added.outcome == .kept
    }

    func start(link: String?, answered: @escaping () -> Void) {
        let gone = keeper.value.dropped
        var body: Fields = [:]
        if let link { body["link"] = .text(link) }
        if gone > 0 { body["device_data"] = ["cairn_dropped_calls": .number(Double(gone))] }
        let isKept = say(Said(path: "init", body: body)) { _ in answered() }
        // Calls that gave way to this very one are for the next start to tell.
        if isKept, gone > 0 { keeper.change { $0.dropped -= gone } }
    }

    func attribution(_ done: @escaping (Cairn.Attribution) -> Void) {
        transport.ask(Said(path: "attribution-data", body: common + age)) { done(Answers.attribution($0.body)) }
    }

    /// Omitted fields stay unchanged, here and on the server.
    func setConsent(_ consent: Cairn.Consent) -> Bool {
        let call = Said(path: "set-consent", body: consent.fields)
        if refuses(call) { return false }
        keeper.change {
            let before = $0.consent
            $0.consent = Cairn.Consent(
                eea: consent.eea ?? before?.eea,
                adUserData: consent.adUserData ?? before?.adUserData,
                adPersonalization: consent.adPersonalization ?? before?.adPersonalization,
                adStorage: consent.adStorage ?? before?.adStorage
            )
        }
        return say(call)
    }

    @discardableResult
    func tellDevice(_ device: Fields, answered: ((Answered) -> Void)? = nil) -> Bool {
        let told = Cairn.Consent.told(device, keeper.value.consent)
        return say(Said(path: "attribution-data", body: ["device_data": .object(told)]), answered: answered)
    }

    private var moment: Moment {
        Moment(wall: turns.wall(), monotonic: turns.monotonic(), run: run, skew: keeper.value.skew)
    }

    private var common: Fields {
        ["install_instance_id": .text(keeper.value.install), "platform": "IOS"]
    }

    /// Seconds since the first start, by a clock that may have been set since: only ever a plausible number.
    private var age: Fields {
        let seconds = (turns.wall() - keeper.value.installedAt) / 1_000
        return (0..<1e9).contains(seconds) ? ["time_since_app_install": .number(seconds)] : [:]
    }

    /// Starts are completed when they leave, so that nobody is asked for ids before consent, and what came late is in.
    private func complete(_ calls: [QueuedCall], _ done: @escaping ([Said]) -> Void) {
        guard calls.contains(where: { $0.path == "init" }) else {
            return done(calls.map { Said(path: $0.path, body: completed($0)) })
        }
        device.known { known in
            done(
                calls.map { call in
                    let more = call.path == "init" ? self.aboutStart(call, known) : [:]
                    return Said(path: call.path, body: self.completed(call) + more)
                }
            )
        }
    }

    private func completed(_ call: QueuedCall) -> Fields {
        // The server tells repeats of an opened link by its time, which must stay what it was.
        let time = call.path == "handle-deeplink"
            ? call.made.wall.rounded()
            : Moments.serverTime(of: call.made, now: moment)
        return common + age + call.body + ["timestamp": .number(time)]
    }

    private func aboutStart(_ call: QueuedCall, _ known: Fields) -> Fields {
        let told = Cairn.Consent.told(known, keeper.value.consent) + (call.body["device_data"]?.object ?? [:])
        return [
            "app_version": platform.device.appVersion.map(JSON.text) ?? .null,
            "package_version": .text(platform.packageVersion),
            "debug": .bool(isTest),
            "device_data": .object(told),
        ]
    }

    private func settled(_ call: QueuedCall, _ answer: Answered) {
        if let value = Answers.conversionValue(answer.body) {
            let log = self.log
            platform.device.apply(value) { log(.warn, "Apple did not accept the conversion value: \($0)") }
        }
        onSettled.removeValue(forKey: call.number)?(answer)
    }

    private func learnSkew(_ date: String?, _ sentAt: Double) {
        let known = keeper.value.skew
        guard let skew = Moments.skew(date: date, sentAt: sentAt - (known ?? 0), answeredAt: turns.wall()) else { return }
        // A few seconds more or less come from the way there; they are not worth a write.
        if known.map({ abs(skew - $0) > 5_000 }) ?? true { keeper.change { $0.skew = skew } }
    }
}
