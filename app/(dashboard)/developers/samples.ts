/** Sample code, ready to copy. */

export type SampleValues = { base: string; token: string; keyId: string };

export const samples = (values: SampleValues) => [
  { label: "Kotlin", code: kotlin(values) },
  { label: "Swift", code: swift(values) },
  { label: "TypeScript", code: typescript(values) },
  { label: "curl", code: curl(values) },
];

const kotlin = ({ base, keyId }: SampleValues) => `import java.net.HttpURLConnection
import java.net.URL
import java.security.MessageDigest
import java.util.Base64
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

fun call(name: String, json: String, secret: String): Int {
    val body = json.toByteArray()
    val timestamp = System.currentTimeMillis().toString()
    val hash = MessageDigest.getInstance("SHA-256").digest(body)
    val mac = Mac.getInstance("HmacSHA256")
    mac.init(SecretKeySpec(secret.toByteArray(), "HmacSHA256"))
    val path = "/api/client/$name"
    val text = listOf(timestamp, "POST", path, Base64.getEncoder().encodeToString(hash)).joinToString("\\n")
    val signature = Base64.getEncoder().encodeToString(mac.doFinal(text.toByteArray()))

    val connection = URL("${base}$path").openConnection() as HttpURLConnection
    connection.requestMethod = "POST"
    connection.doOutput = true
    connection.setRequestProperty("Content-Type", "application/json")
    connection.setRequestProperty("Authorization", "HMAC")
    connection.setRequestProperty("x-Key-Id", "${keyId}")
    connection.setRequestProperty("x-Timestamp", timestamp)
    connection.setRequestProperty("x-Signature", signature)
    connection.setRequestProperty("x-Signature-Version", "2")
    connection.outputStream.use { it.write(body) } // the very bytes that were signed
    return connection.responseCode
}`;

const swift = ({ base, keyId }: SampleValues) => `import CryptoKit
import Foundation

func call(_ name: String, _ values: [String: Any], secret: String) async throws -> Data {
    let body = try JSONSerialization.data(withJSONObject: values)
    let timestamp = String(Int64(Date().timeIntervalSince1970 * 1000))
    let hash = Data(SHA256.hash(data: body)).base64EncodedString()
    let key = SymmetricKey(data: Data(secret.utf8))
    let path = "/api/client/" + name
    let text = Data([timestamp, "POST", path, hash].joined(separator: "\\n").utf8)
    let signature = Data(HMAC<SHA256>.authenticationCode(for: text, using: key))

    var request = URLRequest(url: URL(string: "${base}" + path)!)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("HMAC", forHTTPHeaderField: "Authorization")
    request.setValue("${keyId}", forHTTPHeaderField: "x-Key-Id")
    request.setValue(timestamp, forHTTPHeaderField: "x-Timestamp")
    request.setValue(signature.base64EncodedString(), forHTTPHeaderField: "x-Signature")
    request.setValue("2", forHTTPHeaderField: "x-Signature-Version")
    request.httpBody = body // the very bytes that were signed
    return try await URLSession.shared.data(for: request).0
}`;

const typescript = ({ base, keyId }: SampleValues) => `const base64 = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)));

export async function call(name: string, values: object, secret: string): Promise<Response> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const body = encode(JSON.stringify(values));
  const timestamp = String(Date.now());
  const hash = base64(await crypto.subtle.digest("SHA-256", body));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encode(secret), algorithm, false, ["sign"]);
  const path = "/api/client/" + name;
  const text = [timestamp, "POST", path, hash].join("\\n");
  const signature = base64(await crypto.subtle.sign("HMAC", key, encode(text)));

  return fetch("${base}" + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: "HMAC",
      "x-key-id": "${keyId}",
      "x-timestamp": timestamp,
      "x-signature": signature,
      "x-signature-version": "2",
    },
    body, // the very bytes that were signed
  });
}`;

const curl = ({ base, token, keyId }: SampleValues) => `SECRET='the secret'
BODY='{"token":"${token}","install_instance_id":"signed-by-hand"}'
TIMESTAMP=$(($(date +%s) * 1000))
HASH=$(printf '%s' "$BODY" | openssl dgst -sha256 -binary | openssl base64)
SIGNATURE=$(printf '%s\\nPOST\\n/api/client/init\\n%s' "$TIMESTAMP" "$HASH" | openssl dgst -sha256 -hmac "$SECRET" -binary | openssl base64)

curl -i '${base}/api/client/init' \\
  -H 'content-type: application/json' \\
  -H 'authorization: HMAC' \\
  -H 'x-key-id: ${keyId}' \\
  -H "x-timestamp: $TIMESTAMP" \\
  -H "x-signature: $SIGNATURE" \\
  -H 'x-signature-version: 2' \\
  --data-binary "$BODY"`;
