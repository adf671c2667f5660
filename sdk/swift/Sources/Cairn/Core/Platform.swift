import Foundation

/// What the core needs of the place where it runs. Everything else in this folder is computation.
struct Platform {
    var files: Files
    var network: Connection
    var device: Device
    /// Name and version of the package, sent with every start.
    var packageVersion: String
}

/// Files in a folder that backups leave out: a restored backup on another phone is another install. All block.
protocol Files {
    /// Nil: there is no such file.
    func read(_ name: String) throws -> String?
    /// Returns once the text is on the disk.
    func append(_ name: String, _ text: String) throws
    /// Whenever the power goes, the file is the old one or the new one, whole.
    func replace(_ name: String, _ text: String) throws
    func remove(_ name: String) throws
}

struct HttpAnswer {
    var status: Int
    var header: (String) -> String?
    var text: String
}

protocol Connection {
    /// Calls back once, on any thread, with nil when nobody answered.
    func post(_ url: String, _ headers: [String: String], _ body: String, _ timeoutMs: Double, _ done: @escaping (HttpAnswer?) -> Void)
    /// Calls back each time the device comes online, on any thread.
    func onOnline(_ callback: @escaping () -> Void)
}

protocol Device {
    var appVersion: String? { get }
    /// The `device_data` that can be had at once or within seconds. Calls back once, on any thread.
    func read(_ done: @escaping (Fields) -> Void)
    func apply(_ value: ConversionValue, _ failed: @escaping (String) -> Void)
}

/// Time, chance and threads: there before the app says where its files are.
protocol Turns: AnyObject {
    /// Milliseconds since 1970, as the device believes. People set it.
    func wall() -> Double
    /// Milliseconds since some moment. Only ever grows.
    func monotonic() -> Double
    func uuid() -> String
    /// From 0 up to 1.
    func fraction() -> Double
    /// On Cairn's queue, after all that was asked for before.
    func next(_ step: @escaping () -> Void)
    /// On Cairn's queue, after a while; the result takes that back.
    func after(_ ms: Double, _ step: @escaping () -> Void) -> () -> Void
    /// What the app does with what it asked for, where the app expects it.
    func tellApp(_ step: @escaping () -> Void)
}

typealias Logger = (Cairn.LogLevel, String) -> Void
