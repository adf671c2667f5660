import Foundation

/// The platform's interface to the core. All other files in this folder are platform-independent.
struct Platform {
    var files: Files
    var network: Connection
    var device: Device
    /// Name and version of the package, sent with every start.
    var packageVersion: String
}

/// Files in a folder outside backups, because a backup restored on another phone is another install. All methods block.
protocol Files {
    /// Nil if the file does not exist.
    func read(_ name: String) throws -> String?
    /// Returns once the text is on the disk.
    func append(_ name: String, _ text: String) throws
    /// Even after a power failure, the file has either its old or its new content.
    func replace(_ name: String, _ text: String) throws
    func remove(_ name: String) throws
}

struct HttpResponse {
    var status: Int
    var header: (String) -> String?
    var text: String
}

protocol Connection {
    /// Calls back once, on any thread, with nil if there is no response.
    func post(_ url: String, _ headers: [String: String], _ body: String, _ timeoutMs: Double, _ done: @escaping (HttpResponse?) -> Void)
    /// Calls back each time the device comes online, on any thread.
    func onOnline(_ callback: @escaping () -> Void)
}

protocol Device {
    var appVersion: String? { get }
    /// The `device_data` that is available immediately or within seconds. Calls back once, on any thread.
    func read(_ done: @escaping (Fields) -> Void)
    func apply(_ value: ConversionValue, _ failed: @escaping (String) -> Void)
}

/// Clocks, random values and threads, which are available before `start`.
protocol Scheduler: AnyObject {
    /// Milliseconds since 1970 by the device's clock, which users can change.
    func wall() -> Double
    /// Milliseconds since some time in this process. It never decreases.
    func monotonic() -> Double
    func uuid() -> String
    /// From 0 up to 1.
    func fraction() -> Double
    /// Runs a step on Cairn's queue, after the earlier steps.
    func next(_ step: @escaping () -> Void)
    /// Runs a step on Cairn's queue after a delay; the result cancels it.
    func after(_ ms: Double, _ step: @escaping () -> Void) -> () -> Void
    /// Runs the app's callbacks on the thread that the app expects.
    func callApp(_ step: @escaping () -> Void)
}

typealias Logger = (Cairn.LogLevel, String) -> Void
