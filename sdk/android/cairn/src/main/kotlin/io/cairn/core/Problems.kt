package io.cairn.core

/** Predicts the server's error for a call, so that the app gets it immediately. */
internal object Problems {
    /** The server accepts 256 KB; the rest is for the fields of every call. */
    private const val MAX_BYTES = 250_000
    private const val MAX_AMOUNT = 1e12
    private const val MAX_AMOUNT_TEXT = "1000000000000"
    private const val MAX_AD_REVENUE = 5e6
    private val server = Regex("^https?://[^\\s/?#]+(/[^\\s?#]*)?$", RegexOption.IGNORE_CASE)

    /** Null if the call is valid. */
    fun of(call: Call): String? {
        if (Json.write(call.body).toByteArray().size > MAX_BYTES) return "A call must not be larger than $MAX_BYTES bytes."
        val body = call.body
        return when (call.path) {
            "capture-event" -> text("event_name", body["event_name"], 256)
                ?: amount(objectOf(body["event_data"])?.get("amount"), -MAX_AMOUNT)
            "capture-payment" -> text("payment_id", body["payment_id"], 256) ?: amount(body["amount"], 0.0)
            "capture-ad-revenue" -> amount(body["amount"], 0.0, MAX_AD_REVENUE)
                ?: optional("network", body["network"], 128)
                ?: optional("placement", body["placement"], 128)
                ?: optional("ad_unit", body["ad_unit"], 128)
                ?: optional("ad_format", body["ad_format"], 128)
            "remove-captured-payment" -> text("payment_id", body["payment_id"], 256)
            "trigger", "set-user-data" -> user(objectOf(body["user_data"]).orEmpty())
            "update-push-token" -> text("push_token", body["push_token"], 4_096)
            "integrations" -> objectOf(body["integration_info"]).orEmpty().entries.firstNotNullOfOrNull { (name, id) ->
                text("name", name, 256) ?: text("id", id, 4_096)
            }
            "handle-deeplink" -> text("deeplink_url", body["deeplink_url"], 8_192)
            "set-consent" -> if (body.isEmpty()) "At least one answer is required!" else null
            else -> null
        }
    }

    /** The reason why these options are invalid. */
    fun ofStart(address: String, token: String): String? =
        if (server.matches(address)) text("token", token, 256)
        else "start needs the address of your Cairn server, such as https://links.example.com, not $address"

    private fun user(user: Map<String, Any?>): String? = text("user_data.id", user["id"], 256)
        ?: optional("user_data.name", user["name"], 512)
        ?: optional("user_data.email", user["email"], 512)
        ?: optional("user_data.phone", user["phone"], 128)

    private fun text(field: String, value: Any?, max: Int): String? =
        if (value == null || (value is String && value.isBlank())) "$field is required!" else optional(field, value, max)

    private fun optional(field: String, value: Any?, max: Int): String? = when {
        value == null -> null
        value !is String -> "$field must be a string."
        value.length > max -> "$field must not be longer than $max characters."
        else -> null
    }

    /** Text that looks like an amount is stored as it is, and not added up. */
    private fun amount(value: Any?, min: Double, max: Double = MAX_AMOUNT): String? {
        val amount = (value as? Number)?.toDouble() ?: return null
        return when {
            amount.isNaN() || amount.isInfinite() -> "amount must be a finite number."
            amount < min && min == 0.0 -> "amount must not be negative."
            amount < min -> "amount must not be less than -$MAX_AMOUNT_TEXT."
            amount > max -> "amount must not be greater than ${if (max == MAX_AMOUNT) MAX_AMOUNT_TEXT else max.toLong().toString()}."
            else -> null
        }
    }
}
