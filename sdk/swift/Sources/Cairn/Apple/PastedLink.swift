#if canImport(UIKit)
import UIKit

extension Cairn {
    /// What a `UIPasteControl` hands over, in `paste(itemProviders:)` of its target: the control's tap is the person's
    /// permission, so that the system asks nothing more.
    public static func pasteLink(from providers: [NSItemProvider], kept: @escaping (Bool) -> Void = { _ in }) {
        if let provider = providers.first(where: { $0.canLoadObject(ofClass: NSString.self) }) {
            _ = provider.loadObject(ofClass: NSString.self) { text, _ in
                pasteLink(text as? String ?? "", kept: kept)
            }
        } else if let provider = providers.first(where: { $0.canLoadObject(ofClass: NSURL.self) }) {
            _ = provider.loadObject(ofClass: NSURL.self) { url, _ in
                pasteLink((url as? URL)?.absoluteString ?? "", kept: kept)
            }
        } else {
            pasteLink("", kept: kept)
        }
    }

    /// Reads the clipboard, for which the system asks the person: after a tap on a button of the app's own.
    public static func pasteLink(from board: UIPasteboard, kept: @escaping (Bool) -> Void = { _ in }) {
        let text = board.hasStrings || board.hasURLs ? board.string ?? board.url?.absoluteString : nil
        pasteLink(text ?? "", kept: kept)
    }
}
#endif
