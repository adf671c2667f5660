package android.database

import java.io.Closeable

interface Cursor : Closeable {
    fun moveToFirst(): Boolean
    fun getColumnIndex(name: String): Int
    fun isNull(column: Int): Boolean
    fun getString(column: Int): String
    fun getInt(column: Int): Int
    fun getLong(column: Int): Long
}
