/// Gives each link to the app once: at once, or when the app begins to listen. Used on Cairn's queue alone.
final class Deeplinks {
    typealias Listener = (Cairn.Deeplink) -> Void

    private let tellApp: (@escaping () -> Void) -> Void
    private var listeners: [Int: Listener] = [:]
    private var waiting: [(link: Cairn.Deeplink, given: () -> Void)] = []
    private var serial = 0

    init(tellApp: @escaping (@escaping () -> Void) -> Void) {
        self.tellApp = tellApp
    }

    /// `given` is called before the app is: a link is rather lost by a crash than opened twice.
    func tell(_ link: Cairn.Deeplink, given: @escaping () -> Void = {}) {
        if listeners.isEmpty {
            waiting.append((link, given))
        } else {
            give(link, given)
        }
    }

    /// Returns what ends it.
    func listen(_ listener: @escaping Listener) -> Int {
        serial += 1
        listeners[serial] = listener
        let before = waiting
        waiting = []
        for each in before { give(each.link, each.given) }
        return serial
    }

    func unlisten(_ number: Int) { listeners[number] = nil }

    func forget() { waiting = [] }

    private func give(_ link: Cairn.Deeplink, _ given: () -> Void) {
        given()
        for (_, listener) in listeners.sorted(by: { $0.key < $1.key }) { tellApp { listener(link) } }
    }
}
