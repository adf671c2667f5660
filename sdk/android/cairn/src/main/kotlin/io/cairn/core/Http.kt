package io.cairn.core

import java.io.IOException
import java.net.HttpURLConnection
import java.net.URL

/** Sends a call with the system's own HTTP client. */
internal object Http {
    fun post(url: String, headers: Map<String, String>, body: String, timeoutMs: Int): HttpResponse {
        val connection = URL(url).openConnection() as? HttpURLConnection ?: throw IOException("$url is no web address")
        return try {
            val bytes = body.toByteArray()
            connection.requestMethod = "POST"
            connection.doOutput = true
            connection.useCaches = false
            // A redirect would send the token to another host, and change the call to a GET.
            connection.instanceFollowRedirects = false
            connection.connectTimeout = timeoutMs
            connection.readTimeout = timeoutMs
            for ((name, value) in headers) connection.setRequestProperty(name, value)
            connection.setFixedLengthStreamingMode(bytes.size)
            connection.outputStream.use { it.write(bytes) }
            val status = connection.responseCode
            val stream = if (status >= 400) connection.errorStream else connection.inputStream
            val text = stream?.use { it.readBytes().decodeToString() }.orEmpty()
            val responseHeaders = connection.headerFields.filterKeys { it != null }.mapKeys { it.key.lowercase() }
            HttpResponse(status, text) { responseHeaders[it]?.lastOrNull() }
        } finally {
            connection.disconnect()
        }
    }
}
