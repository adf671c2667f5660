package io.cairn.core

import java.io.File
import java.io.FileOutputStream
import java.io.IOException

internal class DiskFiles(private val folder: File) : Files {
    /** Incomplete bytes are replaced. The checksum then invalidates their line. */
    override fun read(name: String): String? = File(folder, name).let { if (it.exists()) it.readText() else null }

    override fun append(name: String, text: String) = write(File(folder, name), text, append = true)

    override fun replace(name: String, text: String) {
        val made = File(folder, "$name.new")
        write(made, text, append = false)
        if (!made.renameTo(File(folder, name))) throw IOException("$name could not be replaced")
    }

    override fun remove(name: String) {
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
