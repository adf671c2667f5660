package io.cairn.core

import io.cairn.Deeplink

/** Gives each link to the app once: at once, or when the app begins to listen. Used by Cairn's thread alone. */
internal class Deeplinks(private val tellApp: (() -> Unit) -> Unit) {
    private val listeners = mutableListOf<(Deeplink) -> Unit>()
    private var waiting = mutableListOf<Pair<Deeplink, () -> Unit>>()

    /** [given] is called before the app is: a link is rather lost by a crash than opened twice. */
    fun tell(link: Deeplink, given: () -> Unit = {}) {
        if (listeners.isEmpty()) waiting += link to given else give(link, given)
    }

    fun listen(listener: (Deeplink) -> Unit) {
        listeners += listener
        val before = waiting
        waiting = mutableListOf()
        for ((link, given) in before) give(link, given)
    }

    fun unlisten(listener: (Deeplink) -> Unit) {
        listeners -= listener
    }

    fun forget() = waiting.clear()

    private fun give(link: Deeplink, given: () -> Unit) {
        given()
        for (listener in listeners) tellApp { listener(link) }
    }
}
