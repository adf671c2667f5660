package io.cairn.core

import java.util.UUID
import java.util.concurrent.ScheduledThreadPoolExecutor
import java.util.concurrent.ThreadFactory
import java.util.concurrent.TimeUnit

/** Cairn's thread, and one that may block. Neither keeps the process alive. */
internal class SystemScheduler(
    private val monotonicMs: () -> Double,
    private val deliver: (() -> Unit) -> Unit,
    private val log: Logger,
) : Scheduler {
    private val own = ScheduledThreadPoolExecutor(1, named("cairn")).apply { removeOnCancelPolicy = true }
    private val others = ScheduledThreadPoolExecutor(2, named("cairn-network"))

    override fun wall() = System.currentTimeMillis().toDouble()

    override fun monotonic() = monotonicMs()

    override fun uuid() = UUID.randomUUID().toString()

    override fun fraction() = Math.random()

    override fun next(step: () -> Unit) = own.execute { guarded(step) }

    override fun after(ms: Long, step: () -> Unit): () -> Unit {
        val task = own.schedule({ guarded(step) }, ms, TimeUnit.MILLISECONDS)
        return { task.cancel(false) }
    }

    override fun aside(step: () -> Unit) = others.execute { guarded(step) }

    override fun callApp(step: () -> Unit) = deliver(step)

    /** A failed step must not end its thread or the app. */
    private fun guarded(step: () -> Unit) = try {
        step()
    } catch (broken: RuntimeException) {
        log(Level.ERROR, "a step of Cairn failed: $broken")
    }

    private fun named(name: String) = ThreadFactory { run -> Thread(run, name).apply { isDaemon = true } }
}
