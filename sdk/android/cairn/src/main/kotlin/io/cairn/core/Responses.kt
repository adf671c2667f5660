package io.cairn.core

import io.cairn.Attribution

/** Reads the server's responses. */
internal object Responses {
    /** Reads the response of `attribution-data`. Any other response counts as pending, and is requested again. */
    fun attribution(response: Any?): Attribution {
        val data = objectOf(objectOf(response)?.get("data")) ?: return Attribution.Pending(null)
        val source = text(data["attribution_source"])
        if (source.isEmpty() || source == "PENDING") {
            val wait = (data["retry_after_ms"] as? Number)?.toDouble()
            return Attribution.Pending(wait?.takeIf { it >= 0 }?.toLong())
        }
        val campaign = objectOf(data["campaign_data"])?.let {
            Attribution.Campaign(text(it["id"]), text(it["name"]), text(it["group_name"]), text(it["asset_name"]))
        }
        val deeplink = text(data["deeplink"]).ifEmpty { null }
        return Attribution.Decided(source, campaign, deeplink, data["is_guess"] as? Boolean)
    }

    /** The link's destination in the response of `handle-deeplink`; null if it is the link itself. */
    fun deeplink(response: Any?): String? =
        text(objectOf(objectOf(response)?.get("data"))?.get("deeplink")).ifEmpty { null }

    private fun text(value: Any?): String = value as? String ?: ""
}

/** The stored format, with the keys of the shared vectors. */
internal fun Attribution.toJson(): Map<String, Any?> = when (this) {
    is Attribution.Pending -> mapOf("state" to "pending", "retryAfterMs" to retryAfterMs)
    is Attribution.Decided -> mapOf(
        "state" to "decided",
        "source" to source,
        "campaign" to campaign?.let {
            mapOf("id" to it.id, "name" to it.name, "adSet" to it.adSet, "creative" to it.creative)
        },
        "deeplink" to deeplink,
        "isGuess" to isGuess,
    )
}

/** Only decisions are stored. */
internal fun decidedOf(value: Any?): Attribution.Decided? {
    val fields = objectOf(value)?.takeIf { it["state"] == "decided" } ?: return null
    val campaign = objectOf(fields["campaign"])
    fun text(name: String) = campaign?.get(name) as? String ?: ""
    return Attribution.Decided(
        fields["source"] as? String ?: return null,
        campaign?.let { Attribution.Campaign(text("id"), text("name"), text("adSet"), text("creative")) },
        fields["deeplink"] as? String,
        fields["isGuess"] as? Boolean,
    )
}
