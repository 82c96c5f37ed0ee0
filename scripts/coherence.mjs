// npm run coherence [-- DRAWS]: the property test of coherence with many draws, by default 5,000. FLOTILLA_FIRST_DRAW=N begins at another.
if (process.argv.length > 3) {
  process.stderr.write(`"${process.argv[3]}" is one too many: give only the number of draws.\n`)
  process.exit(2)
}
if (!/^\d*$/.test(process.argv[2] ?? '')) {
  process.stderr.write(`The number of draws must be a whole number, not "${process.argv[2]}".\n`)
  process.exit(2)
}
process.env.FLOTILLA_DRAWS ??= process.argv[2] ?? '5000'
process.argv = [process.execPath, 'vitest', 'run', 'tests/contract/coherence.test.ts']
await import('../node_modules/vitest/vitest.mjs')
