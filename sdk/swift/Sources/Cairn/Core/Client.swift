/// Attribution and events of one app. Methods do not throw or block: all work runs on Cairn's queue, in the order of
/// the calls. Calls before `start` wait for it. Methods that send data return true once it is on disk: it then reaches
/// the server, and counts once.
final class Client {
    private static let dayMs = 24 * 60 * 60_000.0
    /// The maximum time that a link waits for its destination from the server.
    private static let linkMs = 1_500.0
    /// Within this time, the system can deliver the link that opened the app a second time.
    private static let repeatMs = 5_000.0
    private static let pollMs = 500.0
    private static let maxBeforeStart = 1_000
    /// The delays between polls for the attribution after a start, in milliseconds.
    private static let pollDelays = [500.0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]

    private let scheduler: Scheduler
    private let log: Logger
    private let deeplinks: Deeplinks
    private var session: Session?
    private var beforeStart: [(Session) -> Void] = []
    /// A deferred link that waits until the app listens.
    private var deferredUrl: String?
    private var isFirstStart = false
    private var startLink: (url: String, until: Double)?

    init(scheduler: Scheduler, log: @escaping Logger) {
        self.scheduler = scheduler
        self.log = log
        deeplinks = Deeplinks(callApp: scheduler.callApp)
    }

    /// Call it at every start of the app, with the link that opened it, if any.
    func start(link: String?, options: Cairn.Options, platform: @escaping () throws -> Platform) {
        scheduler.next {
            guard self.session == nil else {
                return self.log(.warn, "start was already called; the first call applies")
            }
            if let problem = Problems.ofStart(server: options.server, token: options.token) {
                return self.log(.warn, "Cairn was not started: \(problem)")
            }
            do {
                let platform = try platform()
                self.begin(Session(platform: platform, scheduler: self.scheduler, options: options, log: self.log), link)
            } catch {
                self.log(.error, "Cairn could not start: \(error)")
            }
        }
    }

    private func begin(_ opened: Session, _ link: String?) {
        session = opened
        isFirstStart = !opened.state.value.isStarted
        opened.start(link: link) { [weak self] in self?.pollForLink(opened, 0) }
        if isFirstStart { opened.state.change { $0.isStarted = true } }
        if let link {
            _ = handle(opened, link, isReported: isFirstStart)
            startLink = (link, scheduler.monotonic() + Self.repeatMs)
        }
        let waiting = beforeStart
        beforeStart = []
        for step in waiting { step(opened) }
    }

    func attribution(timeoutMs: Double, done: @escaping (Cairn.Attribution) -> Void) {
        scheduler.next {
            let end = self.scheduler.monotonic() + timeoutMs
            let request = AttributionRequest(end: end) { found in self.scheduler.callApp { done(found) } }
            self.whenStarted({ request.finish() }) { self.poll($0, request) }
            request.cancel = self.scheduler.after(timeoutMs) { request.finish() }
        }
    }

    /// A call of `attribution`, until its result or its timeout.
    private final class AttributionRequest {
        let end: Double
        let done: (Cairn.Attribution) -> Void
        var last = Cairn.Attribution.pending(retryAfterMs: nil)
        var isDone = false
        var cancel: (() -> Void)?

        init(end: Double, done: @escaping (Cairn.Attribution) -> Void) {
            self.end = end
            self.done = done
        }

        func finish() {
            if isDone { return }
            isDone = true
            cancel?()
            done(last)
        }
    }

    private func poll(_ session: Session, _ request: AttributionRequest) {
        if request.isDone { return }
        fetchAttribution(session) { found in
            request.last = found
            guard case .pending(let retryAfterMs) = found else { return request.finish() }
            let pause = retryAfterMs ?? Self.pollMs
            if self.scheduler.monotonic() + pause < request.end {
                _ = self.scheduler.after(pause) { self.poll(session, request) }
            }
        }
    }

    /// Receives direct and deferred links, each once, including those from before the app listened.
    func onDeeplink(_ listener: @escaping (Cairn.Deeplink) -> Void) -> () -> Void {
        var number: Int?
        scheduler.next { number = self.deeplinks.listen(listener) }
        return {
            self.scheduler.next {
                if let number { self.deeplinks.stopListening(number) }
            }
        }
    }

    /// Call it for a link that opened the running app. The destination is passed to `onDeeplink`.
    func handleLink(_ url: String, _ onStored: @escaping (Bool) -> Void) {
        report(onStored) { session in
            let isAgain = self.startLink.map { $0.url == url && self.scheduler.monotonic() < $0.until } ?? false
            self.startLink = nil
            return isAgain || self.handle(session, url, isReported: false)
        }
    }

    /// Call it with text that the user pasted in the app. Returns false for text other than a landing page's link,
    /// which is not sent.
    func pasteLink(_ text: String, _ onStored: @escaping (Bool) -> Void) {
        report(onStored) { session in
            guard let link = Calls.pastedLink(text) else {
                self.log(.info, "the pasted text is not a landing page link, and was not sent")
                return false
            }
            return session.sendDevice(["pasted_link": .text(link)]) { [weak self] _ in
                self?.pollForPastedLink(session, 0)
            }
        }
    }

    /// Call it after each sign-up and sign-in. Before it, events and payments have no user and are not stored.
    func identify(_ user: Cairn.User, _ onStored: @escaping (Bool) -> Void) {
        let call = Calls.identify(user)
        report(onStored) { session in
            if session.rejects(call) { return false }
            session.state.change { $0.user = user.id }
            return session.enqueue(call)
        }
    }

    /// Adds data of the last identified user.
    func setUser(_ data: [String: Any], _ onStored: @escaping (Bool) -> Void) {
        let fields = data.mapValues { JSON($0) }
        report(onStored) { session in
            if let user = session.state.value.user { return session.enqueue(Calls.setUser(user, fields)) }
            self.log(.warn, "setUser was called before identify: the user is unknown")
            return false
        }
    }

    func event(_ name: String, _ data: [String: Any], _ amount: Double?, _ onStored: @escaping (Bool) -> Void) {
        send(Calls.event(id: scheduler.uuid(), name: name, data: data.mapValues { JSON($0) }, amount: amount), onStored)
    }

    func adRevenue(_ revenue: Cairn.AdRevenue, _ onStored: @escaping (Bool) -> Void) {
        send(Calls.adRevenue(id: scheduler.uuid(), revenue), onStored)
    }

    func setConsent(_ consent: Cairn.Consent, _ onStored: @escaping (Bool) -> Void) {
        report(onStored) { $0.setConsent(consent) }
    }

    /// The user's choice in Apple's tracking prompt, and the advertising ID if allowed.
    func sendTracking(status: String, idfa: String?) {
        perform { session in
            session.enqueue(Call(path: "set-consent", body: ["att_status": .text(status)]))
            if let idfa { session.sendDevice(["idfa": .text(idfa)]) }
        }
    }

    /// False stops everything and deletes waiting calls. It remains in effect until true is passed.
    func setEnabled(_ enabled: Bool) {
        perform { session in
            session.state.change {
                $0.enabled = enabled
                $0.released = $0.released || enabled
            }
            if enabled { session.sender.wake() } else { session.queue.clear() }
        }
    }

    /// Deletes all data on this device, including its ID. Nothing is sent until the next `start`, when the app counts
    /// as a new install. The server's data must be erased there.
    func forgetMe() {
        perform { old in
            old.sender.stop()
            self.session = nil
            self.deferredUrl = nil
            self.deeplinks.clear()
            old.queue.clear()
            old.state.clear()
        }
    }

    func testMode(_ isTest: Bool) {
        perform { $0.isTest = isTest }
    }

    /// Retries immediately, for instance when the app comes to the foreground.
    func retryNow() { scheduler.next { self.session?.sender.retryNow() } }

    func send(_ call: Call, _ onStored: @escaping (Bool) -> Void) { report(onStored) { $0.enqueue(call) } }

    private func perform(_ step: @escaping (Session) -> Void) {
        scheduler.next { self.whenStarted({}) { step($0) } }
    }

    private func report(_ onStored: @escaping (Bool) -> Void, _ step: @escaping (Session) -> Bool) {
        let result = { (isStored: Bool) in self.scheduler.callApp { onStored(isStored) } }
        scheduler.next { self.whenStarted({ result(false) }) { result(step($0)) } }
    }

    /// An app that never calls start must not fill its memory with waiting calls.
    private func whenStarted(_ tooMany: () -> Void, _ then: @escaping (Session) -> Void) {
        if let session { return then(session) }
        if beforeStart.count < Self.maxBeforeStart { return beforeStart.append(then) }
        log(.warn, "start was not called, and too much waits for it")
        tooMany()
    }

    /// At the first start, the app was installed for this link, so the deferred link would be the same.
    private func handle(_ session: Session, _ url: String, isReported: Bool) -> Bool {
        if session.rejects(Calls.link(url)) { return false }
        if isFirstStart, deferredUrl == nil { session.state.change { $0.isDeferredDelivered = true } }
        var isDelivered = false
        let deliver = { (found: String) in
            if isDelivered { return }
            isDelivered = true
            self.deeplinks.deliver(Cairn.Deeplink(url: found, isDeferred: false, isGuess: false))
        }
        if isReported {
            deliver(url)
            return true
        }
        let cancel = scheduler.after(Self.linkMs) { deliver(url) }
        return session.enqueue(Calls.link(url)) { result in
            cancel()
            deliver(Responses.deeplink(result.body) ?? url)
        }
    }

    /// The known decision, or the server's current one.
    private func fetchAttribution(_ session: Session, _ done: @escaping (Cairn.Attribution) -> Void) {
        let stored = session.state.value
        if let known = stored.attribution, abs(scheduler.wall() - stored.attributionAt) < Self.dayMs {
            return done(.decided(known))
        }
        guard session.permission == .send else { return done(.pending(retryAfterMs: nil)) }
        session.attribution { result in
            if case .decided(let decision) = result, self.session === session {
                session.state.change {
                    $0.attribution = decision
                    $0.attributionAt = self.scheduler.wall()
                }
                self.deliverDeferred(session, decision)
            }
            done(result)
        }
    }

    private func deliverDeferred(_ session: Session, _ decision: Cairn.Decision) {
        guard let url = decision.deeplink, !session.state.value.isDeferredDelivered, deferredUrl != url else { return }
        deferredUrl = url
        // If the server does not report whether the match is a guess, it may be one.
        let link = Cairn.Deeplink(url: url, isDeferred: true, isGuess: decision.isGuess != false)
        deeplinks.deliver(link) { session.state.change { $0.isDeferredDelivered = true } }
    }

    /// Polls until the server has decided with the pasted link, because an earlier decision may have been a guess.
    private func pollForPastedLink(_ session: Session, _ turn: Int) {
        guard turn < Self.pollDelays.count else { return }
        _ = scheduler.after(Self.pollDelays[turn]) {
            guard self.session === session, session.permission == .send else { return }
            session.attribution { result in
                guard self.session === session else { return }
                guard case .decided(let decision) = result, decision.isGuess == false, decision.deeplink != nil else {
                    return self.pollForPastedLink(session, turn + 1)
                }
                session.state.change {
                    $0.attribution = decision
                    $0.attributionAt = self.scheduler.wall()
                    $0.isDeferredDelivered = false
                }
                self.deliverDeferred(session, decision)
            }
        }
    }

    /// Polls the attribution of a new install for some minutes, so that the app gets its link as soon as possible.
    private func pollForLink(_ session: Session, _ turn: Int) {
        guard turn < Self.pollDelays.count, self.session === session else { return }
        if session.state.value.isDeferredDelivered { return }
        fetchAttribution(session) { found in
            guard case .pending = found else { return }
            _ = self.scheduler.after(Self.pollDelays[turn]) { self.pollForLink(session, turn + 1) }
        }
    }
}
