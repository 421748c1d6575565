// Flags and environment of the shop's process, shared by `npm start` and the benches. Nothing from npm may be imported
// here.

/**
 * A request's garbage is short-lived: a small young generation is collected often and cheaply, and uses a hundred MiB
 * less between collections. The old generation grows by 20 % before it is collected again, instead of up to fourfold
 * under load: eighty MiB less after a burst of orders. Its initial size is what the program needs, so that startup does
 * not trigger a collection after every 20 % (docs/performance).
 */
export const shopFlags = ['--max-semi-space-size=3', '--heap-growing-percent=20', '--initial-old-space-size=64']

/** Defaults for the environment: one malloc arena, and only as many threads as the disk keeps busy. */
export const shopEnvironment = { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '2' }
