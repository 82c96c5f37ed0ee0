/** Runs the work for the newest of what is wanted, one after the other; what was overtaken meanwhile is left out. */
export function newestOnly<Input>(work: (input: Input) => Promise<unknown>): (input: Input) => void {
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
