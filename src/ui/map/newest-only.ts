/** Runs an async function for the newest input, one call at a time; inputs that were replaced in the meantime are skipped. */
export function latestOnly<Input>(work: (input: Input) => Promise<unknown>): (input: Input) => void {
  let next: { input: Input } | undefined
  let isBusy = false
  const run = async () => {
    isBusy = true
    try {
      while (next) {
        const { input } = next
        next = undefined
        await work(input)
      }
    } finally {
      isBusy = false
    }
  }
  return (input) => {
    next = { input }
    if (!isBusy) void run()
  }
}
