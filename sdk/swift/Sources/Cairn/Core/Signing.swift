import CryptoKit
import Foundation

enum Signing {
    /// Headers that sign exactly this call. `at` is the server's time in milliseconds as far as it is known, so that a
    /// wrong clock does not invalidate the signature.
    static func headers(
        _ key: Cairn.SigningKey, method: String, path: String, body: String, at: Double
    ) -> [String: String] {
        let timestamp = String(Int64(at.rounded()))
        let text = "\(timestamp)\n\(method)\n\(path)\n\(contentHash(body))"
        let secret = SymmetricKey(data: Data(key.secret.utf8))
        let signature = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: secret)
        return [
            "authorization": "HMAC",
            "x-key-id": key.id,
            "x-timestamp": timestamp,
            "x-signature": Data(signature).base64EncodedString(),
            "x-signature-version": "2",
        ]
    }

    static func contentHash(_ body: String) -> String {
        body.isEmpty ? "" : Data(SHA256.hash(data: Data(body.utf8))).base64EncodedString()
    }
}
