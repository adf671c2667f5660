#if canImport(UIKit)
import UIKit

extension Cairn {
    /// At every start of the app, best in `application(_:didFinishLaunchingWithOptions:)`, with its options: they hold
    /// the link that opened the app, in apps without scenes.
    public static func start(_ options: Options, launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil) {
        client.start(link: link(in: launchOptions), options: options) {
            let folder = try FileManager.default.url(
                for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true
            )
            return Platform(
                files: try DiskFiles(folder: folder.appendingPathComponent("cairn", isDirectory: true)),
                network: AppleNetwork(),
                device: AppleDevice(evidence: options.evidence),
                packageVersion: "swift/\(version)"
            )
        }
        returns.listen()
    }

    private static func link(in options: [UIApplication.LaunchOptionsKey: Any]?) -> String? {
        if let url = options?[.url] as? URL { return url.absoluteString }
        let activities = options?[.userActivityDictionary] as? [AnyHashable: Any]
        let activity = activities?.values.compactMap { $0 as? NSUserActivity }.first
        return activity?.webpageURL?.absoluteString
    }

    private static let returns = Returns()

    /// Who comes back to the app often has a network again.
    private final class Returns {
        private var isListening = false

        func listen() {
            if isListening { return }
            isListening = true
            NotificationCenter.default.addObserver(
                forName: UIApplication.willEnterForegroundNotification, object: nil, queue: nil
            ) { _ in Cairn.client.retryNow() }
        }
    }
}
#endif
