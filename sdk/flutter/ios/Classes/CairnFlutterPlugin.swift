import Flutter
import UIKit

/// Connects Dart to the package for iOS. Calls and callbacks run on the main thread, like Cairn's own callbacks.
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
        let arguments = CallArguments(call.arguments)
        let onStored: (Bool) -> Void = { result($0) }
        switch call.method {
        case "handleLink":
            guard let url = URL(string: arguments.text("url")) else { return result(false) }
            Cairn.handleLink(url, kept: onStored)
        case "pasteLink": Cairn.pasteLink(from: .general, kept: onStored)
        case "identify": Cairn.identify(arguments.user, kept: onStored)
        case "setUser": Cairn.setUser(arguments.data, kept: onStored)
        case "event": Cairn.event(arguments.text("name"), arguments.data, amount: arguments.number("amount"), kept: onStored)
        case "payment": Cairn.payment(arguments.payment, kept: onStored)
        case "adRevenue": Cairn.adRevenue(arguments.adRevenue, kept: onStored)
        case "removePayment": Cairn.removePayment(arguments.text("id"), kept: onStored)
        case "setPushToken": Cairn.setPushToken(arguments.text("token"), kept: onStored)
        case "setIntegration": Cairn.setIntegration(arguments.text("name"), arguments.text("id"), kept: onStored)
        case "setConsent": Cairn.setConsent(arguments.consent, kept: onStored)
        case "requestTracking": Self.requestTracking(result)
        case "attribution":
            Cairn.attribution(timeout: (arguments.number("timeoutMs") ?? 0) / 1_000) { result(Self.map($0)) }
        default: result(callWithoutResult(call.method, arguments) ? nil : FlutterMethodNotImplemented)
        }
    }

    /// Calls without a result.
    private func callWithoutResult(_ method: String, _ arguments: CallArguments) -> Bool {
        switch method {
        case "start": Cairn.start(arguments.options(evidence: Self.evidence), launchOptions: launchOptions)
        case "listen": listen()
        case "setEnabled": Cairn.setEnabled(arguments.flag("isEnabled") == true)
        case "forgetMe": Cairn.forgetMe()
        case "testMode": Cairn.testMode(arguments.flag("isTest") == true)
        case "log": Cairn.log(Self.level(arguments.text("level")))
        default: return false
        }
        return true
    }

    private func listen() {
        stopListening()
        stopListening = Cairn.onDeeplink { [weak self] link in
            let arguments: [String: Any] = ["url": link.url, "isDeferred": link.isDeferred, "isGuess": link.isGuess]
            self?.channel.invokeMethod("deeplink", arguments: arguments)
        }
    }

    // The launch options wait for `start`, which Dart calls later. Flutter expects these results, so that other plugins
    // can handle links, too.

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
        var arguments: [String: Any] = ["state": "decided", "source": decision.source]
        arguments["deeplink"] = decision.deeplink
        arguments["isGuess"] = decision.isGuess
        if let campaign = decision.campaign {
            arguments["campaign"] = [
                "id": campaign.id, "name": campaign.name, "adSet": campaign.adSet, "creative": campaign.creative,
            ]
        }
        return arguments
    }
}
