package io.cairn.core

import io.cairn.LogLevel
import java.io.IOException

/** The platform's interface to the core. All other files in this folder are platform-independent. */
internal class Platform(
    val files: Files,
    val network: Network,
    val device: Device,
    /** Name and version of the package, sent with every start. */
    val packageVersion: String,
)

/**
 * Files in a folder outside backups, because a backup restored on another phone is another install. All methods block.
 */
internal interface Files {
    /** Null if the file does not exist. */
    @Throws(IOException::class)
    fun read(name: String): String?

    /** Returns once the text is on the disk. */
    @Throws(IOException::class)
    fun append(name: String, text: String)

    /** Even after a power failure, the file has either its old or its new content. */
    @Throws(IOException::class)
    fun replace(name: String, text: String)

    @Throws(IOException::class)
    fun remove(name: String)
}

internal class HttpResponse(val status: Int, val text: String, private val headers: (String) -> String?) {
    fun header(name: String): String? = headers(name)
}

internal interface Network {
    /** Blocks. Throws if there is no response. */
    @Throws(IOException::class)
    fun post(url: String, headers: Map<String, String>, body: String, timeoutMs: Int): HttpResponse

    /** Calls back each time the device comes online, on any thread. */
    fun onOnline(callback: () -> Unit)
}

internal interface Device {
    val appVersion: String?

    /** The `device_data` that is available immediately or within seconds. Calls back once, on any thread. */
    fun read(done: (Map<String, Any?>) -> Unit)

    /** Slower device data, such as a store's referrer at its third attempt; null if there is none. */
    fun readLate(done: (Map<String, Any?>?) -> Unit)
}

/** Clocks, random values and threads, which are available before `start`. */
internal interface Scheduler {
    /** Milliseconds since 1970 by the device's clock, which users can change. */
    fun wall(): Double

    /** Milliseconds since some time in this process. It never decreases. */
    fun monotonic(): Double

    fun uuid(): String

    /** From 0 up to 1. */
    fun fraction(): Double

    /** Runs a step on Cairn's thread, after the earlier steps. */
    fun next(step: () -> Unit)

    /** Runs a step on Cairn's thread after a delay; the result cancels it. */
    fun after(ms: Long, step: () -> Unit): () -> Unit

    /** Runs a step that may block on another thread. */
    fun aside(step: () -> Unit)

    /** Runs the app's callbacks on the thread that the app expects. */
    fun callApp(step: () -> Unit)
}

internal typealias Level = LogLevel

internal typealias Logger = (LogLevel, String) -> Unit
