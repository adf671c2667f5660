/// Passes each link to the app once: immediately, or when the app begins to listen. Used on Cairn's queue only.
final class Deeplinks {
    typealias Listener = (Cairn.Deeplink) -> Void

    private let callApp: (@escaping () -> Void) -> Void
    private var listeners: [Int: Listener] = [:]
    private var waiting: [(link: Cairn.Deeplink, onDelivery: () -> Void)] = []
    private var serial = 0

    init(callApp: @escaping (@escaping () -> Void) -> Void) {
        self.callApp = callApp
    }

    /// `onDelivery` is called before the app, because a crash should lose a link rather than open it twice.
    func deliver(_ link: Cairn.Deeplink, onDelivery: @escaping () -> Void = {}) {
        if listeners.isEmpty {
            waiting.append((link, onDelivery))
        } else {
            callListeners(link, onDelivery)
        }
    }

    /// Returns a number for `stopListening`.
    func listen(_ listener: @escaping Listener) -> Int {
        serial += 1
        listeners[serial] = listener
        let links = waiting
        waiting = []
        for each in links { callListeners(each.link, each.onDelivery) }
        return serial
    }

    func stopListening(_ number: Int) { listeners[number] = nil }

    func clear() { waiting = [] }

    private func callListeners(_ link: Cairn.Deeplink, _ onDelivery: () -> Void) {
        onDelivery()
        for (_, listener) in listeners.sorted(by: { $0.key < $1.key }) { callApp { listener(link) } }
    }
}
