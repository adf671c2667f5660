package android.util

object Log {
    fun e(tag: String, message: String): Int = TODO()

    fun w(tag: String, message: String): Int = TODO()

    fun i(tag: String, message: String): Int = TODO()
}
