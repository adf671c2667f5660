#if canImport(UIKit)
import UIKit

extension Cairn {
    /// Call it at every start of the app, ideally in `application(_:didFinishLaunchingWithOptions:)` with its options.
    /// In apps without scenes, they contain the link that opened the app.
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
        foreground.listen()
    }

    private static func link(in options: [UIApplication.LaunchOptionsKey: Any]?) -> String? {
        if let url = options?[.url] as? URL { return url.absoluteString }
        let activities = options?[.userActivityDictionary] as? [AnyHashable: Any]
        let activity = activities?.values.compactMap { $0 as? NSUserActivity }.first
        return activity?.webpageURL?.absoluteString
    }

    private static let foreground = ForegroundListener()

    /// A user who returns to the app is often online.
    private final class ForegroundListener {
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
