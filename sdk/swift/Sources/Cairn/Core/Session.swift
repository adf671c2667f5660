/// The state after the files are open. Used on Cairn's queue only.
final class Session {
    private let platform: Platform
    private let scheduler: Scheduler
    private let options: Cairn.Options
    private let log: Logger
    let state: StateFile
    let queue: Queue
    var isTest: Bool
    private let run: String
    private let device: DeviceFacts
    private var onSettled: [Int: (CallResult) -> Void] = [:]
    private lazy var transport = Transport(
        target: Target(server: options.address, token: options.token, key: options.key),
        network: platform.network,
        scheduler: scheduler,
        log: log,
        serverNow: { [unowned self] in self.scheduler.wall() + (self.state.value.skew ?? 0) },
        learn: { [unowned self] date, sentAt in self.learnSkew(date, sentAt) }
    )
    private(set) lazy var sender = Sender(
        queue: queue,
        transport: transport,
        scheduler: scheduler,
        log: log,
        maySend: { [unowned self] in self.permission == .send },
        complete: { [unowned self] calls, done in self.complete(calls, done) },
        settled: { [unowned self] call, result in self.settled(call, result) }
    )

    init(platform: Platform, scheduler: Scheduler, options: Cairn.Options, log: @escaping Logger) {
        self.platform = platform
        self.scheduler = scheduler
        self.options = options
        self.log = log
        state = StateFile(files: platform.files, scheduler: scheduler, log: log)
        queue = Queue(files: platform.files, wall: scheduler.wall(), log: log)
        isTest = options.testMode
        run = scheduler.uuid()
        device = DeviceFacts(device: platform.device, scheduler: scheduler)
        platform.network.onOnline { [weak self] in
            scheduler.next { self?.sender.retryNow() }
        }
    }

    var permission: Permission {
        let stored = state.value
        return Permission(
            enabled: stored.enabled, waitForConsent: options.waitForConsent, consent: stored.consent,
            released: stored.released
        )
    }

    /// True if the server would reject the call; logs the reason.
    func rejects(_ call: Call) -> Bool {
        guard let problem = Problems.of(call) else { return false }
        log(.warn, "\(call.path) was not sent: \(problem)")
        return true
    }

    /// True once the call is on the disk.
    @discardableResult
    func enqueue(_ call: Call, onResult: ((CallResult) -> Void)? = nil) -> Bool {
        if rejects(call) { return false }
        if permission == .drop {
            log(.info, "\(call.path) was not stored: Cairn is switched off on this device")
            return false
        }
        let added = queue.add(path: call.path, body: call.body, made: callTime)
        if added.dropped > 0 {
            state.change { $0.dropped += added.dropped }
            log(.warn, "the queue is full: \(added.dropped) calls were dropped")
        }
        if let onResult, added.outcome != .full { onSettled[added.number] = onResult }
        sender.wake()
        return added.outcome == .stored
    }

    func start(link: String?, onResult: @escaping () -> Void) {
        let reported = state.value.dropped
        var body: Fields = [:]
        if let link { body["link"] = .text(link) }
        if reported > 0 { body["device_data"] = ["cairn_dropped_calls": .number(Double(reported))] }
        let isStored = enqueue(Call(path: "init", body: body)) { _ in onResult() }
        // The next start reports calls that were dropped to make room for this one.
        if isStored, reported > 0 { state.change { $0.dropped -= reported } }
    }

    func attribution(_ done: @escaping (Cairn.Attribution) -> Void) {
        transport.send(Call(path: "attribution-data", body: common + age)) { done(Responses.attribution($0.body)) }
    }

    /// Omitted fields stay unchanged, here and on the server.
    func setConsent(_ consent: Cairn.Consent) -> Bool {
        let call = Call(path: "set-consent", body: consent.fields)
        if rejects(call) { return false }
        state.change {
            let before = $0.consent
            $0.consent = Cairn.Consent(
                eea: consent.eea ?? before?.eea,
                adUserData: consent.adUserData ?? before?.adUserData,
                adPersonalization: consent.adPersonalization ?? before?.adPersonalization,
                adStorage: consent.adStorage ?? before?.adStorage,
                usOptOut: consent.usOptOut ?? before?.usOptOut,
                isChild: consent.isChild ?? before?.isChild,
                tcString: consent.tcString ?? before?.tcString,
                gppString: consent.gppString ?? before?.gppString
            )
        }
        return enqueue(call)
    }

    @discardableResult
    func sendDevice(_ device: Fields, onResult: ((CallResult) -> Void)? = nil) -> Bool {
        let sent = dataToSend(device, state.value.consent)
        return enqueue(Call(path: "attribution-data", body: ["device_data": .object(sent)]), onResult: onResult)
    }

    private var callTime: CallTime {
        CallTime(wall: scheduler.wall(), monotonic: scheduler.monotonic(), run: run, skew: state.value.skew)
    }

    private var common: Fields {
        ["install_instance_id": .text(state.value.install), "platform": "IOS"]
    }

    /// Seconds since the first start. The clock may have been changed since, so implausible values are left out.
    private var age: Fields {
        let seconds = (scheduler.wall() - state.value.installedAt) / 1_000
        return (0..<1e9).contains(seconds) ? ["time_since_app_install": .number(seconds)] : [:]
    }

    /// Device data is read when the start is sent, so that no IDs are read before consent and late data is included.
    private func complete(_ calls: [QueuedCall], _ done: @escaping ([Call]) -> Void) {
        guard calls.contains(where: { $0.path == "init" }) else {
            return done(calls.map { Call(path: $0.path, body: completed($0)) })
        }
        device.known { known in
            done(
                calls.map { call in
                    let more = call.path == "init" ? self.aboutStart(call, known) : [:]
                    return Call(path: call.path, body: self.completed(call) + more)
                }
            )
        }
    }

    private func completed(_ call: QueuedCall) -> Fields {
        // The server detects repeats of an opened link by its time, so that time must not change.
        let time = call.path == "handle-deeplink"
            ? call.made.wall.rounded()
            : Clocks.serverTime(of: call.made, now: callTime)
        return common + age + call.body + ["timestamp": .number(time)]
    }

    private func aboutStart(_ call: QueuedCall, _ known: Fields) -> Fields {
        let sent = dataToSend(known, state.value.consent) + (call.body["device_data"]?.object ?? [:])
        return [
            "app_version": platform.device.appVersion.map(JSON.text) ?? .null,
            "package_version": .text(platform.packageVersion),
            "debug": .bool(isTest),
            "device_data": .object(sent),
        ]
    }

    private func settled(_ call: QueuedCall, _ result: CallResult) {
        if let value = Responses.conversionValue(result.body) {
            let log = self.log
            platform.device.apply(value) { log(.warn, "Apple did not accept the conversion value: \($0)") }
        }
        onSettled.removeValue(forKey: call.number)?(result)
    }

    private func learnSkew(_ date: String?, _ sentAt: Double) {
        let known = state.value.skew
        let skew = Clocks.skew(date: date, sentAt: sentAt - (known ?? 0), receivedAt: scheduler.wall())
        guard let skew else { return }
        // Small differences come from the network delay and are not worth a write.
        if known.map({ abs(skew - $0) > 5_000 }) ?? true { state.change { $0.skew = skew } }
    }
}
