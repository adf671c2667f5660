import Foundation

/// Attribution and events of this app. No method throws and none waits; callbacks come on the main thread. Calls before
/// `start` wait for it. Callbacks named `kept` get true once the call is on disk: it then reaches the server, and
/// counts once.
public enum Cairn {
    /// Sent with every start.
    public static let version = "0.3.0"

    /// Where this install came from. Pending when the server has not decided within that time.
    public static func attribution(timeout: TimeInterval = 1.5, _ done: @escaping (Attribution) -> Void) {
        client.attribution(timeoutMs: timeout * 1_000, done: done)
    }

    /// Links that open the app, including the one followed before the install: each once, also those that came
    /// before the app listened. The result ends it.
    @discardableResult
    public static func onDeeplink(_ listener: @escaping (Deeplink) -> Void) -> () -> Void {
        client.onDeeplink(listener)
    }

    /// A link that opened the app: in `scene(_:openURLContexts:)`, or SwiftUI's `onOpenURL`.
    public static func handleLink(_ url: URL, kept: @escaping (Bool) -> Void = { _ in }) {
        client.handleLink(url.absoluteString, kept)
    }

    /// A universal link, in `scene(_:continue:)`. False: it is none.
    @discardableResult
    public static func handle(_ activity: NSUserActivity) -> Bool {
        guard activity.activityType == NSUserActivityTypeBrowsingWeb, let url = activity.webpageURL else { return false }
        handleLink(url)
        return true
    }

    /// What somebody pasted in the app, after a tap of theirs: where it is the link that a landing page copied, the exact
    /// click is known, and its link comes through `onDeeplink`. False, and nothing is sent, for anything else.
    public static func pasteLink(_ text: String, kept: @escaping (Bool) -> Void = { _ in }) {
        client.pasteLink(text, kept)
    }

    /// After every sign-up and sign-in. Before it, events and payments belong to nobody and are not stored.
    public static func identify(_ user: User, kept: @escaping (Bool) -> Void = { _ in }) {
        client.identify(user, kept)
    }

    /// More of the user who was identified last.
    public static func setUser(_ data: [String: Any], kept: @escaping (Bool) -> Void = { _ in }) {
        client.setUser(data, kept)
    }

    /// `amount` is in the project's currency and adds up in reports.
    public static func event(
        _ name: String, _ data: [String: Any] = [:], amount: Double? = nil, kept: @escaping (Bool) -> Void = { _ in }
    ) {
        client.event(name, data, amount, kept)
    }

    public static func payment(_ payment: Payment, kept: @escaping (Bool) -> Void = { _ in }) {
        client.tell(Calls.payment(payment), kept)
    }

    /// Refunded, or never paid.
    public static func removePayment(_ id: String, kept: @escaping (Bool) -> Void = { _ in }) {
        client.tell(Calls.removePayment(id), kept)
    }

    public static func setPushToken(_ token: String, kept: @escaping (Bool) -> Void = { _ in }) {
        client.tell(Calls.pushToken(token), kept)
    }

    /// The id that this install has with another service, such as `braze_device_id`.
    public static func setIntegration(_ name: String, _ id: String, kept: @escaping (Bool) -> Void = { _ in }) {
        client.tell(Calls.integration(name, id), kept)
    }

    /// What the person agreed to. With `waitForConsent`, sending begins.
    public static func setConsent(_ consent: Consent, kept: @escaping (Bool) -> Void = { _ in }) {
        client.setConsent(consent, kept)
    }

    /// What Apple's question was answered: by `requestTracking` of CairnTracking, or by an app that asks it itself.
    public static func tellTracking(status: TrackingStatus, idfa: UUID?) {
        client.tellTracking(status: status.rawValue, idfa: idfa?.uuidString)
    }

    /// False stops everything and deletes what waits; it holds until true is said.
    public static func setEnabled(_ enabled: Bool) { client.setEnabled(enabled) }

    /// Deletes all that is kept on this device, its id too. Until the next `start` nothing is sent; then the app is
    /// another install. What the server has is erased there.
    public static func forgetMe() { client.forgetMe() }

    /// Marks what is sent as made by a build for debugging.
    public static func testMode(_ isTest: Bool = true) { client.testMode(isTest) }

    public static func log(_ level: LogLevel) { threads.next { logged = level } }

    static let threads = Threads()
    static let client = Client(turns: threads, log: say)
    private static var logged = LogLevel.warn

    static func say(_ level: LogLevel, _ message: String) {
        // On Cairn's queue, where the level is set.
        threads.next {
            if level.rawValue <= logged.rawValue { NSLog("Cairn: %@", message) }
        }
    }
}
