package io.cairn.core

import io.cairn.AdRevenue
import io.cairn.Payment
import io.cairn.StorePurchase
import io.cairn.User

internal data class Call(val path: String, val body: Map<String, Any?>)

/** Builds calls in the server's format. */
internal object Calls {
    fun event(id: String, name: String, data: Map<String, Any?>, amount: Double?) = Call(
        "capture-event",
        mapOf(
            "event_name" to name,
            "event_data" to Json.copy(if (amount == null) data else data + ("amount" to amount)),
            "event_id" to id,
        ),
    )

    fun payment(payment: Payment) = Call(
        "capture-payment",
        mapOf(
            "payment_id" to payment.id,
            "amount" to payment.amount,
            "currency" to payment.currency,
            "type" to payment.type?.name,
            "status" to payment.status?.let { "PAYMENT_${it.name}" },
            "event_data" to Json.copy(payment.data),
            "store_purchase" to payment.storePurchase?.let(::proof),
        ).filterValues { it != null },
    )

    fun adRevenue(id: String, revenue: AdRevenue) = Call(
        "capture-ad-revenue",
        mapOf(
            "amount" to revenue.amount,
            "currency" to revenue.currency,
            "network" to revenue.network,
            "placement" to revenue.placement,
            "ad_unit" to revenue.adUnit,
            "ad_format" to revenue.adFormat,
            "precision" to revenue.precision,
            "impression_id" to id,
        ).filterValues { it != null },
    )

    private fun proof(purchase: StorePurchase) = mapOf(
        "purchase_token" to purchase.purchaseToken,
        "product_id" to purchase.productId,
        "package_name" to purchase.packageName,
    ).filterValues { it != null }

    fun removePayment(id: String) = Call("remove-captured-payment", mapOf("payment_id" to id))

    fun identify(user: User): Call {
        val named = mapOf("id" to user.id, "name" to user.name, "email" to user.email, "phone" to user.phone)
        return Call("trigger", mapOf("user_data" to Json.copy(user.data) + named.filterValues { it != null }))
    }

    fun setUser(id: String, data: Map<String, Any?>) =
        Call("set-user-data", mapOf("user_data" to data + ("id" to id)))

    fun pushToken(token: String) = Call("update-push-token", mapOf("push_token" to token))

    fun integration(name: String, id: String) = Call("integrations", mapOf("integration_info" to mapOf(name to id)))

    fun link(url: String) = Call("handle-deeplink", mapOf("deeplink_url" to url))
}
