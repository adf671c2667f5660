package io.cairn.reactnative

import java.io.File
import java.io.FileOutputStream
import java.io.IOException

/** Files that no backup takes along: data that is restored on another phone must not be this install. */
internal class KeptFiles(private val folder: File) {
    fun read(name: String): String? = File(folder, name).let { if (it.exists()) it.readText() else null }

    /** Returns once the text is on the disk. */
    fun append(name: String, text: String) = write(File(folder, name), text, append = true)

    fun replace(name: String, text: String) {
        val made = File(folder, "$name.new")
        write(made, text, append = false)
        if (!made.renameTo(File(folder, name))) throw IOException("$name could not be replaced")
    }

    fun remove(name: String) {
        val file = File(folder, name)
        if (file.exists() && !file.delete()) throw IOException("$name could not be removed")
    }

    private fun write(file: File, text: String, append: Boolean) {
        folder.mkdirs()
        FileOutputStream(file, append).use {
            it.write(text.toByteArray())
            it.fd.sync()
        }
    }
}
