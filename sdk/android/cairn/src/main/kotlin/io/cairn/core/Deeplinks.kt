package io.cairn.core

import io.cairn.Deeplink

/** Passes each link to the app once: immediately, or when the app begins to listen. Used on Cairn's thread only. */
internal class Deeplinks(private val callApp: (() -> Unit) -> Unit) {
    private val listeners = mutableListOf<(Deeplink) -> Unit>()
    private var waiting = mutableListOf<Pair<Deeplink, () -> Unit>>()

    /** [onDelivery] is called before the app, because a crash should lose a link rather than open it twice. */
    fun deliver(link: Deeplink, onDelivery: () -> Unit = {}) {
        if (listeners.isEmpty()) waiting += link to onDelivery else callListeners(link, onDelivery)
    }

    fun listen(listener: (Deeplink) -> Unit) {
        listeners += listener
        val links = waiting
        waiting = mutableListOf()
        for ((link, onDelivery) in links) callListeners(link, onDelivery)
    }

    fun stopListening(listener: (Deeplink) -> Unit) {
        listeners -= listener
    }

    fun clear() = waiting.clear()

    private fun callListeners(link: Deeplink, onDelivery: () -> Unit) {
        onDelivery()
        for (listener in listeners) callApp { listener(link) }
    }
}
