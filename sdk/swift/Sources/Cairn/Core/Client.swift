/// Attribution and events of one app. No method throws and none waits: all is done on Cairn's queue, in the order of the
/// calls. Calls before `start` wait for it. Methods that send data return true once it is on disk: it then reaches the
/// server, and counts once.
final class Client {
    private static let dayMs = 24 * 60 * 60_000.0
    /// How long a link waits for what the server knows of it.
    private static let linkMs = 1_500.0
    /// Within this time the system delivers the link that opened the app a second time.
    private static let againMs = 5_000.0
    private static let askAgainMs = 500.0
    private static let mostBeforeStart = 1_000
    /// When to look for the decision after a start, in milliseconds from the look before.
    private static let looks = [500.0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]

    private let turns: Turns
    private let log: Logger
    private let deeplinks: Deeplinks
    private var session: Session?
    private var before: [(Session) -> Void] = []
    /// A deferred link that waits for the app to listen.
    private var offered: String?
    private var isFirstStart = false
    private var startedBy: (url: String, until: Double)?

    init(turns: Turns, log: @escaping Logger) {
        self.turns = turns
        self.log = log
        deeplinks = Deeplinks(tellApp: turns.tellApp)
    }

    /// At every start of the app, with the link that opened it, where one did.
    func start(link: String?, options: Cairn.Options, platform: @escaping () throws -> Platform) {
        turns.next {
            guard self.session == nil else {
                return self.log(.warn, "start was already called; the first call applies")
            }
            if let problem = Problems.ofStart(server: options.server, token: options.token) {
                return self.log(.warn, "Cairn was not started: \(problem)")
            }
            do {
                self.begin(Session(platform: try platform(), turns: self.turns, options: options, log: self.log), link)
            } catch {
                self.log(.error, "Cairn could not start: \(error)")
            }
        }
    }

    private func begin(_ opened: Session, _ link: String?) {
        session = opened
        isFirstStart = !opened.keeper.value.isStarted
        opened.start(link: link) { [weak self] in self?.follow(opened, 0) }
        if isFirstStart { opened.keeper.change { $0.isStarted = true } }
        if let link {
            _ = handle(opened, link, isTold: isFirstStart)
            startedBy = (link, turns.monotonic() + Self.againMs)
        }
        let waiting = before
        before = []
        for step in waiting { step(opened) }
    }

    func attribution(timeoutMs: Double, done: @escaping (Cairn.Attribution) -> Void) {
        turns.next {
            let asking = Asking(end: self.turns.monotonic() + timeoutMs) { answer in self.turns.tellApp { done(answer) } }
            self.whenStarted({ asking.finish() }) { self.ask($0, asking) }
            asking.cancel = self.turns.after(timeoutMs) { asking.finish() }
        }
    }

    /// One question of the app, until it is answered or its time is over.
    private final class Asking {
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

    private func ask(_ session: Session, _ asking: Asking) {
        if asking.isDone { return }
        look(session) { found in
            asking.last = found
            guard case .pending(let retryAfterMs) = found else { return asking.finish() }
            let pause = retryAfterMs ?? Self.askAgainMs
            if self.turns.monotonic() + pause < asking.end {
                _ = self.turns.after(pause) { self.ask(session, asking) }
            }
        }
    }

    /// Direct and deferred links, each once; also those that came before the app listened.
    func onDeeplink(_ listener: @escaping (Cairn.Deeplink) -> Void) -> () -> Void {
        var number: Int?
        turns.next { number = self.deeplinks.listen(listener) }
        return {
            self.turns.next {
                if let number { self.deeplinks.unlisten(number) }
            }
        }
    }

    /// A link that opened the app while it ran. Its end comes through `onDeeplink`.
    func handleLink(_ url: String, _ kept: @escaping (Bool) -> Void) {
        say(kept) { session in
            let isAgain = self.startedBy.map { $0.url == url && self.turns.monotonic() < $0.until } ?? false
            self.startedBy = nil
            return isAgain || self.handle(session, url, isTold: false)
        }
    }

    /// What somebody pasted in the app. False, and nothing is sent, where it is no link that a landing page copied.
    func pasteLink(_ text: String, _ kept: @escaping (Bool) -> Void) {
        say(kept) { session in
            guard let link = Calls.pastedLink(text) else {
                self.log(.info, "the pasted text is not a landing page link, and was not sent")
                return false
            }
            return session.tellDevice(["pasted_link": .text(link)]) { [weak self] _ in self?.followPasted(session, 0) }
        }
    }

    /// After every sign-up and sign-in. Before it, events and payments belong to nobody and are not stored.
    func identify(_ user: Cairn.User, _ kept: @escaping (Bool) -> Void) {
        let call = Calls.identify(user)
        say(kept) { session in
            if session.refuses(call) { return false }
            session.keeper.change { $0.user = user.id }
            return session.say(call)
        }
    }

    /// More of the user who was identified last.
    func setUser(_ data: [String: Any], _ kept: @escaping (Bool) -> Void) {
        let told = data.mapValues { JSON($0) }
        say(kept) { session in
            if let user = session.keeper.value.user { return session.say(Calls.setUser(user, told)) }
            self.log(.warn, "setUser was called before identify: the user is unknown")
            return false
        }
    }

    func event(_ name: String, _ data: [String: Any], _ amount: Double?, _ kept: @escaping (Bool) -> Void) {
        tell(Calls.event(id: turns.uuid(), name: name, data: data.mapValues { JSON($0) }, amount: amount), kept)
    }

    func setConsent(_ consent: Cairn.Consent, _ kept: @escaping (Bool) -> Void) {
        say(kept) { $0.setConsent(consent) }
    }

    /// What Apple's question was answered, and the id that it opens.
    func tellTracking(status: String, idfa: String?) {
        act { session in
            session.say(Said(path: "set-consent", body: ["att_status": .text(status)]))
            if let idfa { session.tellDevice(["idfa": .text(idfa)]) }
        }
    }

    /// False stops everything and deletes what waits; it holds until true is said.
    func setEnabled(_ enabled: Bool) {
        act { session in
            session.keeper.change {
                $0.enabled = enabled
                $0.released = $0.released || enabled
            }
            if enabled { session.sender.wake() } else { session.queue.clear() }
        }
    }

    /// Deletes all that is kept on this device, its id too. Until the next `start` nothing is sent; then the app is
    /// another install. What the server has is erased there.
    func forgetMe() {
        act { forgotten in
            forgotten.sender.stop()
            self.session = nil
            self.offered = nil
            self.deeplinks.forget()
            forgotten.queue.clear()
            forgotten.keeper.forget()
        }
    }

    func testMode(_ isTest: Bool) {
        act { $0.isTest = isTest }
    }

    /// It may work now, such as when somebody came back to the app.
    func retryNow() { turns.next { self.session?.sender.retryNow() } }

    func tell(_ call: Said, _ kept: @escaping (Bool) -> Void) { say(kept) { $0.say(call) } }

    private func act(_ step: @escaping (Session) -> Void) {
        turns.next { self.whenStarted({}) { step($0) } }
    }

    private func say(_ kept: @escaping (Bool) -> Void, _ tell: @escaping (Session) -> Bool) {
        let answer = { (isKept: Bool) in self.turns.tellApp { kept(isKept) } }
        turns.next { self.whenStarted({ answer(false) }) { answer(tell($0)) } }
    }

    /// An app that never starts Cairn must not fill its memory by talking to it.
    private func whenStarted(_ tooMany: () -> Void, _ then: @escaping (Session) -> Void) {
        if let session { return then(session) }
        if before.count < Self.mostBeforeStart { return before.append(then) }
        log(.warn, "start was not called, and too much waits for it")
        tooMany()
    }

    /// The first start already delivered its link; a deferred one would be the same.
    private func handle(_ session: Session, _ url: String, isTold: Bool) -> Bool {
        if session.refuses(Calls.link(url)) { return false }
        if isFirstStart, offered == nil { session.keeper.change { $0.isDeferredTold = true } }
        var isGiven = false
        let give = { (found: String) in
            if isGiven { return }
            isGiven = true
            self.deeplinks.tell(Cairn.Deeplink(url: found, isDeferred: false, isGuess: false))
        }
        if isTold {
            give(url)
            return true
        }
        let cancel = turns.after(Self.linkMs) { give(url) }
        return session.say(Calls.link(url)) { answer in
            cancel()
            give(Answers.deeplink(answer.body) ?? url)
        }
    }

    /// The decision that is known, or what the server says of it now.
    private func look(_ session: Session, _ done: @escaping (Cairn.Attribution) -> Void) {
        let kept = session.keeper.value
        if let known = kept.attribution, abs(turns.wall() - kept.attributionAt) < Self.dayMs {
            return done(.decided(known))
        }
        guard session.gate == .send else { return done(.pending(retryAfterMs: nil)) }
        session.attribution { answer in
            if case .decided(let decision) = answer, self.session === session {
                session.keeper.change {
                    $0.attribution = decision
                    $0.attributionAt = self.turns.wall()
                }
                self.tellDeferred(session, decision)
            }
            done(answer)
        }
    }

    private func tellDeferred(_ session: Session, _ decision: Cairn.Decision) {
        guard let url = decision.deeplink, !session.keeper.value.isDeferredTold, offered != url else { return }
        offered = url
        // What a server does not say may be a guess.
        let link = Cairn.Deeplink(url: url, isDeferred: true, isGuess: decision.isGuess != false)
        deeplinks.tell(link) { session.keeper.change { $0.isDeferredTold = true } }
    }

    /// Until the server has decided by the pasted link; what it thought before may have been a guess.
    private func followPasted(_ session: Session, _ turn: Int) {
        guard turn < Self.looks.count else { return }
        _ = turns.after(Self.looks[turn]) {
            guard self.session === session, session.gate == .send else { return }
            session.attribution { answer in
                guard self.session === session else { return }
                guard case .decided(let decision) = answer, decision.isGuess == false, decision.deeplink != nil else {
                    return self.followPasted(session, turn + 1)
                }
                session.keeper.change {
                    $0.attribution = decision
                    $0.attributionAt = self.turns.wall()
                    $0.isDeferredTold = false
                }
                self.tellDeferred(session, decision)
            }
        }
    }

    /// Polls the attribution of a new install for some minutes, so that the app gets its link as soon as possible.
    private func follow(_ session: Session, _ turn: Int) {
        guard turn < Self.looks.count, self.session === session, !session.keeper.value.isDeferredTold else { return }
        look(session) { found in
            guard case .pending = found else { return }
            _ = self.turns.after(Self.looks[turn]) { self.follow(session, turn + 1) }
        }
    }
}
