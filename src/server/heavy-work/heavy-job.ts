/** A function that runs in a thread: the default export of a module that nothing else imports. */
type Work = (input: never) => unknown

/**
 * Work that takes so long that it must not run in the main thread. `module` exports the function as its default. Its input and its result
 * are copied between threads, so they are plain data.
 */
export type HeavyJob<Input, Output, Part> = {
  module: URL
  /** The processor time of one job. */
  cpuMs: number
  /**
   * `own`: a new thread for each job, for files that people send: one file cannot affect the next. `shared`: a thread that has done the
   * same before, with its libraries loaded.
   */
  thread: 'own' | 'shared'
  /** The heap of a thread of its own, where it may take less than others. */
  heapMb?: number
  /** Only for the types. */
  types?: { input: Input; output: Output; part: Part }
}

type OutputOf<Result> =
  Awaited<Result> extends Generator<infer Part, infer Output, void>
    ? { output: Output; part: Part }
    : { output: Awaited<Result>; part: never }

/**
 * Declares a job with the types of its function. A function whose result is large is a generator: it yields the result in parts, each of
 * which is small enough to be received without holding up the main thread.
 */
export const heavyJob = <const W extends Work>(about: {
  module: URL
  cpuMs: number
  thread: 'own' | 'shared'
  heapMb?: number
}): HeavyJob<Parameters<W>[0], OutputOf<ReturnType<W>>['output'], OutputOf<ReturnType<W>>['part']> => about
