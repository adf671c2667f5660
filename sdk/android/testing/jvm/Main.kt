package io.cairn.core

import io.cairn.SigningKey
import java.io.File
import kotlin.system.exitProcess

/** `checks SDK` runs the vectors and faults; `story SDK SERVER TOKEN FOLDER [KEY SECRET]` plays the story. */
fun main(arguments: Array<String>) {
    val sdk = File(arguments[1])
    if (arguments[0] == "checks") {
        Vectors(File(sdk, "vectors")).all()
        Faults.all()
        exitProcess(if (Checks.failed == 0) 0 else 1)
    }
    val key = arguments.getOrNull(5)?.let { SigningKey(it, arguments[6]) }
    val story = Story(arguments[2], arguments[3], key)
    val isSent = story.play(File(sdk, "conformance/story.json"), File(arguments[4]))
    println("attribution ${Json.write(story.attribution()?.toJson())}")
    exitProcess(if (isSent) 0 else 1)
}
