package io.cairn.core

import io.cairn.SigningKey
import java.security.MessageDigest
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

internal object Signing {
    /**
     * Headers that sign exactly this call. [at] is the server's time in milliseconds as far as it is known, so that a
     * wrong clock does not invalidate the signature.
     */
    fun headers(key: SigningKey, method: String, path: String, body: String, at: Double): Map<String, String> {
        val timestamp = Math.round(at).toString()
        val mac = Mac.getInstance("HmacSHA256").apply { init(SecretKeySpec(key.secret.toByteArray(), algorithm)) }
        return mapOf(
            "authorization" to "HMAC",
            "x-key-id" to key.id,
            "x-timestamp" to timestamp,
            "x-signature" to base64(mac.doFinal("$timestamp\n$method\n$path\n${contentHash(body)}".toByteArray())),
            "x-signature-version" to "2",
        )
    }

    fun contentHash(body: String): String =
        if (body.isEmpty()) "" else base64(MessageDigest.getInstance("SHA-256").digest(body.toByteArray()))

    private const val ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    /** Java's Base64 requires Android 8, and Android's class is missing on other JVMs. */
    private fun base64(bytes: ByteArray): String = buildString {
        for (at in bytes.indices step 3) {
            fun byte(index: Int) = bytes.getOrElse(at + index) { 0 }.toInt() and 255
            val word = (byte(0) shl 16) or (byte(1) shl 8) or byte(2)
            val left = bytes.size - at
            append(ALPHABET[word shr 18]).append(ALPHABET[(word shr 12) and 63])
            append(if (left > 1) ALPHABET[(word shr 6) and 63] else '=')
            append(if (left > 2) ALPHABET[word and 63] else '=')
        }
    }
}
