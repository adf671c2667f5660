package io.cairn.core

import io.cairn.LogLevel
import java.io.IOException

/** What the core needs of the place where it runs. Everything else in this folder is computation. */
internal class Platform(
    val files: Files,
    val network: Network,
    val device: Device,
    /** Name and version of the package, sent with every start. */
    val packageVersion: String,
)

/** Files in a folder that backups leave out: a restored backup on another phone is another install. All block. */
internal interface Files {
    /** Null: there is no such file. */
    @Throws(IOException::class)
    fun read(name: String): String?

    /** Returns once the text is on the disk. */
    @Throws(IOException::class)
    fun append(name: String, text: String)

    /** Whenever the power goes, the file is the old one or the new one, whole. */
    @Throws(IOException::class)
    fun replace(name: String, text: String)

    @Throws(IOException::class)
    fun remove(name: String)
}

internal class HttpAnswer(val status: Int, val text: String, private val headers: (String) -> String?) {
    fun header(name: String): String? = headers(name)
}

internal interface Network {
    /** Blocks. Throws when nobody answered. */
    @Throws(IOException::class)
    fun post(url: String, headers: Map<String, String>, body: String, timeoutMs: Int): HttpAnswer

    /** Calls back each time the device comes online, on any thread. */
    fun onOnline(callback: () -> Unit)
}

internal interface Device {
    val appVersion: String?

    /** The `device_data` that can be had at once or within seconds. Calls back once, on any thread. */
    fun read(done: (Map<String, Any?>) -> Unit)

    /** What took longer, such as a store's referrer at its third try; null when there is nothing more. */
    fun readLate(done: (Map<String, Any?>?) -> Unit)
}

/** Time, chance and threads: there before the app says where its files are. */
internal interface Turns {
    /** Milliseconds since 1970, as the device believes. People set it. */
    fun wall(): Double

    /** Milliseconds since some moment. Only ever grows. */
    fun monotonic(): Double

    fun uuid(): String

    /** From 0 up to 1. */
    fun fraction(): Double

    /** On Cairn's thread, after all that was asked for before. */
    fun next(step: () -> Unit)

    /** On Cairn's thread, after a while; the result takes that back. */
    fun after(ms: Long, step: () -> Unit): () -> Unit

    /** What waits for others, on another thread. */
    fun aside(step: () -> Unit)

    /** What the app does with what it asked for, where the app expects it. */
    fun tellApp(step: () -> Unit)
}

internal typealias Level = LogLevel

internal typealias Logger = (LogLevel, String) -> Unit
