import Flutter
import UIKit

/// The package for iOS, for Dart. Calls and answers are on the main thread, where Cairn gives its own, too.
public final class CairnFlutterPlugin: NSObject, FlutterPlugin {
    private let channel: FlutterMethodChannel
    private var launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    private var stopListening: () -> Void = {}

    private init(channel: FlutterMethodChannel) {
        self.channel = channel
    }

    public static func register(with registrar: FlutterPluginRegistrar) {
        let channel = FlutterMethodChannel(name: "io.cairn/flutter", binaryMessenger: registrar.messenger())
        let plugin = CairnFlutterPlugin(channel: channel)
        registrar.addMethodCallDelegate(plugin, channel: channel)
        registrar.addApplicationDelegate(plugin)
    }

    public func handle(_ call: FlutterMethodCall, result: @escaping FlutterResult) {
        let told = Told(call.arguments)
        let kept: (Bool) -> Void = { result($0) }
        switch call.method {
        case "handleLink":
            guard let url = URL(string: told.text("url")) else { return result(false) }
            Cairn.handleLink(url, kept: kept)
        case "pasteLink": Cairn.pasteLink(from: .general, kept: kept)
        case "identify": Cairn.identify(told.user, kept: kept)
        case "setUser": Cairn.setUser(told.data, kept: kept)
        case "event": Cairn.event(told.text("name"), told.data, amount: told.number("amount"), kept: kept)
        case "payment": Cairn.payment(told.payment, kept: kept)
        case "removePayment": Cairn.removePayment(told.text("id"), kept: kept)
        case "setPushToken": Cairn.setPushToken(told.text("token"), kept: kept)
        case "setIntegration": Cairn.setIntegration(told.text("name"), told.text("id"), kept: kept)
        case "setConsent": Cairn.setConsent(told.consent, kept: kept)
        case "requestTracking": Self.requestTracking(result)
        case "attribution":
            Cairn.attribution(timeout: (told.number("timeoutMs") ?? 0) / 1_000) { result(Self.map($0)) }
        default: result(does(call.method, told) ? nil : FlutterMethodNotImplemented)
        }
    }

    /// Calls without a result.
    private func does(_ method: String, _ told: Told) -> Bool {
        switch method {
        case "start": Cairn.start(told.options(evidence: Self.evidence), launchOptions: launchOptions)
        case "listen": listen()
        case "setEnabled": Cairn.setEnabled(told.flag("isEnabled") == true)
        case "forgetMe": Cairn.forgetMe()
        case "testMode": Cairn.testMode(told.flag("isTest") == true)
        case "log": Cairn.log(Self.level(told.text("level")))
        default: return false
        }
        return true
    }

    private func listen() {
        stopListening()
        stopListening = Cairn.onDeeplink { [weak self] link in
            let told: [String: Any] = ["url": link.url, "isDeferred": link.isDeferred, "isGuess": link.isGuess]
            self?.channel.invokeMethod("deeplink", arguments: told)
        }
    }

    // What opened the app is kept for `start`, which Dart calls later. False and true as Flutter wants them: others may
    // handle links, too.

    public func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [AnyHashable: Any] = [:]
    ) -> Bool {
        self.launchOptions = launchOptions as? [UIApplication.LaunchOptionsKey: Any]
        return true
    }

    public func application(
        _ application: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
        Cairn.handleLink(url)
        return false
    }

    public func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([Any]) -> Void
    ) -> Bool {
        Cairn.handle(userActivity)
        return false
    }

    #if CAIRN_ADVERTISING_ID
    private static let evidence: [Evidence] = [Tracking()]

    private static func requestTracking(_ result: @escaping FlutterResult) {
        Cairn.requestTracking { result($0.rawValue) }
    }
    #else
    private static let evidence: [Evidence] = []

    private static func requestTracking(_ result: @escaping FlutterResult) {
        result(Cairn.TrackingStatus.unsupported.rawValue)
    }
    #endif

    private static func level(_ name: String) -> Cairn.LogLevel {
        switch name {
        case "off": return .off
        case "error": return .error
        case "info": return .info
        default: return .warn
        }
    }

    private static func map(_ attribution: Cairn.Attribution) -> [String: Any] {
        guard case .decided(let decision) = attribution else { return ["state": "pending"] }
        var told: [String: Any] = ["state": "decided", "source": decision.source]
        told["deeplink"] = decision.deeplink
        told["isGuess"] = decision.isGuess
        if let campaign = decision.campaign {
            told["campaign"] = [
                "id": campaign.id, "name": campaign.name, "adSet": campaign.adSet, "creative": campaign.creative,
            ]
        }
        return told
    }
}
