import Foundation

/// When a call was made: by both clocks, and what was known then of the wall clock's error.
struct Moment: Equatable {
    var wall: Double
    var monotonic: Double
    /// The process: the monotonic clock may restart in each.
    var run: String
    /// Server's time minus the wall clock, as far as it was known.
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

enum Moments {
    /// The server's time, in milliseconds, at which a call was made. Within one process the monotonic clock tells how
    /// long ago that was, whatever happened to the wall clock. After a restart only the wall clock is left, corrected by
    /// what was known of it. Nothing happened in the future.
    static func serverTime(of made: Moment, now: Moment) -> Double {
        let present = now.wall + (now.skew ?? 0)
        let then = made.run == now.run
            ? present - (now.monotonic - made.monotonic)
            : made.wall + (made.skew ?? now.skew ?? 0)
        return min(then, present).rounded()
    }

    /// How far the wall clock is off, by the `Date` of an answer and the time in the middle of its way. The header has
    /// whole seconds, so that less than two of them is no error.
    static func skew(date: String?, sentAt: Double, answeredAt: Double) -> Double? {
        guard let told = date.flatMap(httpDate) else { return nil }
        let skew = (told + 500 - (sentAt + answeredAt) / 2).rounded()
        return abs(skew) < 2_000 ? 0 : skew
    }

    /// A date as HTTP writes it, in milliseconds.
    static func httpDate(_ text: String) -> Double? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return format.date(from: text.trimmingCharacters(in: .whitespaces)).map { $0.timeIntervalSince1970 * 1_000 }
    }
}
