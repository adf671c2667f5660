package android.os

object Build {
    val BRAND: String get() = TODO()
    val MANUFACTURER: String get() = TODO()
    val MODEL: String get() = TODO()

    object VERSION {
        val RELEASE: String get() = TODO()
        val SDK_INT: Int get() = TODO()
    }
}

class Bundle {
    fun getString(name: String): String? = TODO()
}

class Looper {
    companion object {
        fun getMainLooper(): Looper = TODO()
    }
}

class Handler(looper: Looper) {
    fun post(step: () -> Unit): Boolean = TODO()

    fun postDelayed(step: () -> Unit, ms: Long): Boolean = TODO()
}

object SystemClock {
    fun elapsedRealtime(): Long = TODO()
}
