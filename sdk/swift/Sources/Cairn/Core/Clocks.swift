import Foundation

/// The time of a call by both clocks, with the known error of the wall clock.
struct CallTime: Equatable {
    var wall: Double
    var monotonic: Double
    /// The ID of the process, because the monotonic clock can restart with each.
    var run: String
    /// The server's time minus the wall clock, if known.
    var skew: Double?

    var json: JSON {
        ["wall": .number(wall), "monotonic": .number(monotonic), "run": .text(run), "skew": skew.map(JSON.number) ?? .null]
    }

    init(wall: Double, monotonic: Double, run: String, skew: Double?) {
        self.wall = wall
        self.monotonic = monotonic
        self.run = run
        self.skew = skew
    }

    init?(_ json: JSON?) {
        guard let wall = json?["wall"]?.number, let monotonic = json?["monotonic"]?.number, let run = json?["run"]?.text
        else { return nil }
        self.init(wall: wall, monotonic: monotonic, run: run, skew: json?["skew"]?.number)
    }
}

enum Clocks {
    /// The server's time of a call, in milliseconds. Within one process the monotonic clock gives its age, even if the
    /// wall clock was changed. After a restart only the wall clock remains, with its known correction. The result is
    /// never in the future.
    static func serverTime(of made: CallTime, now: CallTime) -> Double {
        let present = now.wall + (now.skew ?? 0)
        let then = made.run == now.run
            ? present - (now.monotonic - made.monotonic)
            : made.wall + (made.skew ?? now.skew ?? 0)
        return min(then, present).rounded()
    }

    /// The error of the wall clock, from the `Date` of a response and the middle of the request. The header has whole
    /// seconds, so less than two seconds is no error.
    static func skew(date: String?, sentAt: Double, receivedAt: Double) -> Double? {
        guard let time = date.flatMap(httpDate) else { return nil }
        let skew = (time + 500 - (sentAt + receivedAt) / 2).rounded()
        return abs(skew) < 2_000 ? 0 : skew
    }

    /// A date in HTTP's format, in milliseconds.
    static func httpDate(_ text: String) -> Double? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return format.date(from: text.trimmingCharacters(in: .whitespaces)).map { $0.timeIntervalSince1970 * 1_000 }
    }
}
