// How the shop's process is started, by `npm start` and by whatever measures it. Nothing from npm may be imported here.

/**
 * A request's garbage is gone with the request: a small young generation is collected often and cheaply, and keeps a
 * hundred MiB less between collections. The old generation grows by 20 % before it is collected again, instead of
 * up to fourfold while requests come fast: eighty MiB less after a rush of orders. It begins with what the program takes,
 * so that loading it is not collected at each fifth more (docs/performance).
 */
export const shopFlags = ['--max-semi-space-size=3', '--heap-growing-percent=20', '--initial-old-space-size=64']

/** What the environment does not say: one pool of freed memory, and threads no more than the disk keeps busy. */
export const shopEnvironment = { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '2' }
