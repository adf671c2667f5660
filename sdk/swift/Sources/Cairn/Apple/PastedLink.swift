#if canImport(UIKit)
import UIKit

extension Cairn {
    /// Call it in `paste(itemProviders:)` of the target of a `UIPasteControl`. The tap on this control is the user's
    /// permission, so the system shows no prompt.
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

    /// Reads the clipboard, after a system prompt. Call it after a tap on one of the app's own buttons.
    public static func pasteLink(from board: UIPasteboard, kept: @escaping (Bool) -> Void = { _ in }) {
        let text = board.hasStrings || board.hasURLs ? board.string ?? board.url?.absoluteString : nil
        pasteLink(text ?? "", kept: kept)
    }
}
#endif
