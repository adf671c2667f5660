import Foundation

/// Attribution and events of this app. Methods do not throw or block, and callbacks run on the main thread. Calls
/// before `start` wait for it. Callbacks named `kept` receive true once the call is on disk: it then reaches the
/// server, and counts once.
public enum Cairn {
    /// Sent with every start.
    public static let version = "0.3.0"

    /// The attribution of this install. Pending if the server has not decided within that time.
    public static func attribution(timeout: TimeInterval = 1.5, _ done: @escaping (Attribution) -> Void) {
        client.attribution(timeoutMs: timeout * 1_000, done: done)
    }

    /// Receives links that open the app, and the link followed before the install, each once and including those from
    /// before the app listened. Call the result to stop.
    @discardableResult
    public static func onDeeplink(_ listener: @escaping (Deeplink) -> Void) -> () -> Void {
        client.onDeeplink(listener)
    }

    /// Call it for links that open the app: in `scene(_:openURLContexts:)`, or SwiftUI's `onOpenURL`.
    public static func handleLink(_ url: URL, kept: @escaping (Bool) -> Void = { _ in }) {
        client.handleLink(url.absoluteString, kept)
    }

    /// Call it for universal links, in `scene(_:continue:)`. Returns false for other activities.
    @discardableResult
    public static func handle(_ activity: NSUserActivity) -> Bool {
        guard activity.activityType == NSUserActivityTypeBrowsingWeb, let url = activity.webpageURL else { return false }
        handleLink(url)
        return true
    }

    /// Call it with text that the user pasted in the app, after a tap. If it is the link copied by a landing page, the
    /// exact click is known, and `onDeeplink` receives its link. Returns false for any other text, which is not sent.
    public static func pasteLink(_ text: String, kept: @escaping (Bool) -> Void = { _ in }) {
        client.pasteLink(text, kept)
    }

    /// Call it after each sign-up and sign-in. Before it, events and payments have no user and are not stored.
    public static func identify(_ user: User, kept: @escaping (Bool) -> Void = { _ in }) {
        client.identify(user, kept)
    }

    /// Adds data of the last identified user.
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
        client.send(Calls.payment(payment), kept)
    }

    /// Call it when the ad SDK reports what an impression earned. The user need not be identified.
    public static func adRevenue(_ revenue: AdRevenue, kept: @escaping (Bool) -> Void = { _ in }) {
        client.adRevenue(revenue, kept)
    }

    /// For refunded payments, or payments that were never made.
    public static func removePayment(_ id: String, kept: @escaping (Bool) -> Void = { _ in }) {
        client.send(Calls.removePayment(id), kept)
    }

    public static func setPushToken(_ token: String, kept: @escaping (Bool) -> Void = { _ in }) {
        client.send(Calls.pushToken(token), kept)
    }

    /// The install's ID with another service, such as `braze_device_id`.
    public static func setIntegration(_ name: String, _ id: String, kept: @escaping (Bool) -> Void = { _ in }) {
        client.send(Calls.integration(name, id), kept)
    }

    /// The user's consent. With `waitForConsent`, sending begins.
    public static func setConsent(_ consent: Consent, kept: @escaping (Bool) -> Void = { _ in }) {
        client.setConsent(consent, kept)
    }

    /// Reports the user's choice in Apple's tracking prompt. `requestTracking` of CairnTracking calls it; call it if
    /// your app shows the prompt itself.
    public static func tellTracking(status: TrackingStatus, idfa: UUID?) {
        client.sendTracking(status: status.rawValue, idfa: idfa?.uuidString)
    }

    /// False stops everything and deletes waiting calls. It remains in effect until true is passed.
    public static func setEnabled(_ enabled: Bool) { client.setEnabled(enabled) }

    /// Deletes all data on this device, including its ID. Nothing is sent until the next `start`, when the app counts
    /// as a new install. The server's data must be erased there.
    public static func forgetMe() { client.forgetMe() }

    /// Marks all calls as sent by a debug build.
    public static func testMode(_ isTest: Bool = true) { client.testMode(isTest) }

    public static func log(_ level: LogLevel) { scheduler.next { logLevel = level } }

    static let scheduler = SystemScheduler()
    static let client = Client(scheduler: scheduler, log: write)
    private static var logLevel = LogLevel.warn

    static func write(_ level: LogLevel, _ message: String) {
        // The level is only used on Cairn's queue.
        scheduler.next {
            if level.rawValue <= logLevel.rawValue { NSLog("Cairn: %@", message) }
        }
    }
}
