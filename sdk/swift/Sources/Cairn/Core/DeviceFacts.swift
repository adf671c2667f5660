/// What the system says of the device, asked once. A start waits some seconds for it, and goes without it then.
final class DeviceFacts {
    private static let longestMs = 5_000.0
    private let device: Device
    private let turns: Turns
    private var found: Fields?
    private var isAsked = false
    private var waiting: [(Fields) -> Void] = []

    init(device: Device, turns: Turns) {
        self.device = device
        self.turns = turns
    }

    func known(_ then: @escaping (Fields) -> Void) {
        if let found { return then(found) }
        waiting.append(then)
        if isAsked { return }
        isAsked = true
        _ = turns.after(Self.longestMs) { self.answer([:]) }
        device.read { known in self.turns.next { self.answer(known) } }
    }

    private func answer(_ known: Fields) {
        if found != nil { return }
        found = known
        let asked = waiting
        waiting = []
        for then in asked { then(known) }
    }
}
